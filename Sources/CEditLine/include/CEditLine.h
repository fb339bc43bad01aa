#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <histedit.h>

// libedit: its setters take varying arguments, so each use has a plain function here.

typedef int (*chimp_reader)(EditLine *, wchar_t *);
typedef char *(*chimp_prompt)(EditLine *);
typedef unsigned char (*chimp_key_function)(EditLine *, int);

EditLine *chimp_edit_open(const char *program, chimp_reader reader, chimp_prompt prompt);
void chimp_edit_set_owner(EditLine *edit_line, void *owner);
void *chimp_edit_owner(EditLine *edit_line);
void chimp_edit_use_history(EditLine *edit_line, History *lines);
void chimp_edit_add_function(EditLine *edit_line, const char *name, chimp_key_function function);
void chimp_edit_bind(EditLine *edit_line, const char *keys, const char *function);
// Binds keys in the second key map, which is vi's command mode.
void chimp_edit_bind_alternate(EditLine *edit_line, const char *keys, const char *function);
int chimp_edit_uses_vi(EditLine *edit_line);
void chimp_edit_enable(EditLine *edit_line);
// Changes a flag of the terminal: "-d" for editing, "-x" for the time between two lines.
void chimp_edit_change_mode(EditLine *edit_line, const char *mode, const char *flag);
void chimp_edit_prepare(EditLine *edit_line, int is_editing);
void chimp_edit_refresh(EditLine *edit_line);
void chimp_edit_flush(void);

void chimp_history_set_size(History *lines, int size);
void chimp_history_enter(History *lines, const char *line);
// Takes out every line that equals this one.
void chimp_history_remove(History *lines, const char *line);

// A word of the command line, or none. Swift's own list of them costs a session 128 KiB.
const char *chimp_argument(int index);

// Whether the system knows what a terminal of this kind can do.
int chimp_knows_terminal(const char *kind);
// Whether a terminal of this kind can show a second screen.
int chimp_has_alternate_screen(const char *kind);

// How many columns a character takes; negative for one that can't be shown.
int chimp_character_width(wchar_t character);

// Signals: the handlers raise flags, which are looked at between two keys.

enum chimp_wait_result {
  CHIMP_WAIT_INPUT,
  CHIMP_WAIT_OTHER,
  CHIMP_WAIT_TIME,
  CHIMP_WAIT_SIGNAL,
  CHIMP_WAIT_FAILED,
};

// What the program does at a signal now comes after the terminal is restored.
void chimp_signals_keep(int number);

// Watches the signals of a terminal session; the modes of the terminal are kept for its end.
void chimp_signals_watch(void);
// Keeps the terminal's modes as they are now, to be restored.
void chimp_modes_keep(void);
void chimp_modes_restore(void);
// Answers whether the signal came, and forgets it.
int chimp_signal_take(int number);
int chimp_signal_is_pending(int number);
// Says whether a sudden end has to switch back to the main screen.
void chimp_signals_note_screen(int is_alternate);
// Waits for input, for the other descriptor to have some, for a signal or for the time to pass;
// nobody waits for a negative descriptor, and negative milliseconds wait for ever.
enum chimp_wait_result chimp_wait(int descriptor, int other, int milliseconds);
// Stops the process group as the terminal's own key would; returns when it goes on.
void chimp_stop(void);
// Ends the process by a signal that was taken.
void chimp_end_by_signal(int number);

#endif
