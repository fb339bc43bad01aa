#ifndef FAULTYFILES_H
#define FAULTYFILES_H
#endif
