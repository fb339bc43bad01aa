#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <stdint.h>
#include <wchar.h>

// What is known of a larger window: its first columns and rows.
enum { CHIMP_MOST_COLUMNS = 1000, CHIMP_MOST_ROWS = 500 };

// libedit. A process has one editor, on its standard streams, and all of this is about it.

// Opens the editor with an empty history, once; answers whether that worked.
int chimp_edit_open(const char *program, const char *prompt);
// Returns the next character, or a negative number at the end of the input.
typedef int32_t (*chimp_edit_read)(void *context);
// Performs the function of a key, by its number, and returns what the editor does next.
typedef uint8_t (*chimp_edit_perform)(void *context, int number);
// Sets what the editor reads from and what its keys call; both get the context.
void chimp_edit_serve(chimp_edit_read read, chimp_edit_perform perform, void *context);
// Names the function of a number from 0 to 5, to which keys can then be bound.
void chimp_edit_add_function(const char *name, int number);
void chimp_edit_bind(const char *keys, const char *function);
// Binds keys in the second key map, which is vi's command mode.
void chimp_edit_bind_alternate(const char *keys, const char *function);
int chimp_edit_uses_vi(void);
// Runs the user's settings; answers whether there are any.
int chimp_edit_take_settings(void);
void chimp_edit_enable(void);
// Changes a flag of the terminal: "-d" for editing, "-x" for the time between two lines.
void chimp_edit_change_mode(const char *mode, const char *flag);
void chimp_edit_prepare(int is_editing);
void chimp_edit_refresh(void);
void chimp_edit_flush(void);
void chimp_edit_resize(void);

// Reads a line; answers how many characters it has with its end, or none at the end of the input.
int chimp_edit_read_line(void);
// The line as it stands: how many characters it has, how many before the cursor, and each of them.
int chimp_edit_length(void);
int chimp_edit_cursor(void);
uint32_t chimp_edit_character(int place);
// Whether a character is in the line.
int chimp_edit_has(wchar_t character);
// Takes characters out before the cursor.
void chimp_edit_delete(int count);
void chimp_edit_insert(const wchar_t *text);
void chimp_edit_move_cursor(int count);

void chimp_history_enter(const uint8_t *line);
// Takes out every line that equals this one.
void chimp_history_remove(const uint8_t *line);

// A word of the command line, or none. Swift's own list of them costs a session 128 KiB.
const char *chimp_argument(int index);
// A variable of the environment as `NAME=text`, or none; the index is at most their count.
const char *chimp_variable(int index);

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
