#include "FaultyFiles.h"
