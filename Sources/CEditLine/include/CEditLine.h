#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <stdint.h>
#include <wchar.h>

// The supported size of a window; further columns and rows are ignored.
enum { CHIMP_MOST_COLUMNS = 1000, CHIMP_MOST_ROWS = 500 };

// libedit. A process has one editor, on its standard streams.

// Opens the editor with an empty history; returns 0 if that fails or the editor is open already.
int chimp_edit_open(const char *program, const char *prompt);
// Returns the next character, or a negative number at the end of the input.
typedef int32_t (*chimp_edit_read)(void *context);
// Performs the key function with a number; returns the editor's continuation.
typedef uint8_t (*chimp_edit_perform)(void *context, int number);
// Sets the editor's input and the callback of its key functions; both receive the context.
void chimp_edit_serve(chimp_edit_read read, chimp_edit_perform perform, void *context);
// Names the key function with a number from 0 to 5, so that keys can be bound to it.
void chimp_edit_add_function(const char *name, int number);
void chimp_edit_bind(const char *keys, const char *function);
// Binds keys in the alternate key map: vi's command mode.
void chimp_edit_bind_alternate(const char *keys, const char *function);
// Returns 1 if keys, in the notation of a settings file, have a function; in the alternate key map
// if so asked.
int chimp_edit_is_bound(const char *keys, int is_alternate);
int chimp_edit_uses_vi(void);
// Loads the user's settings file; returns 0 if there is none.
int chimp_edit_load_settings(void);
void chimp_edit_enable(void);
// Sets the terminal modes for editing, for running commands and for quoting.
//
// While a line is edited, no key sends a signal. While a command runs, input is neither echoed nor
// buffered by line, and the signal keys work.
void chimp_edit_choose_modes(void);
void chimp_edit_prepare(int is_editing);
void chimp_edit_refresh(void);
void chimp_edit_flush(void);
void chimp_edit_resize(void);

// Lets the user edit a line; returns its length with the line end, or 0 at the end of the input.
int chimp_edit_read_line(void);
// The current line: its length, the characters before the cursor, and the character at an index.
int chimp_edit_length(void);
int chimp_edit_cursor(void);
uint32_t chimp_edit_character(int index);
// Returns 1 if the line contains the character.
int chimp_edit_has(wchar_t character);
// Deletes characters before the cursor.
void chimp_edit_delete(int count);
void chimp_edit_insert(const wchar_t *text);
void chimp_edit_move_cursor(int count);

void chimp_history_enter(const uint8_t *line);
// Removes all lines that equal this one.
void chimp_history_remove(const uint8_t *line);

// Returns a command-line argument, or NULL. Swift's own array of them costs a session 128 KiB.
const char *chimp_argument(int index);

// Returns 1 if the system's terminal database has this kind of terminal.
int chimp_knows_terminal(const char *kind);
// Returns 1 if this kind of terminal has an alternate screen.
int chimp_has_alternate_screen(const char *kind);
// Returns 1 if this kind of terminal can move its cursor anywhere and erase the rest of a row.
int chimp_can_draw(const char *kind);

// Returns the number of columns of a character; negative for one that can't be shown.
int chimp_character_width(wchar_t character);

// Signals: the handlers set flags, which are checked between two keys.

enum chimp_wait_result {
  CHIMP_WAIT_INPUT,
  CHIMP_WAIT_OTHER,
  CHIMP_WAIT_TIME,
  CHIMP_WAIT_SIGNAL,
  CHIMP_WAIT_FAILED,
};

// Saves the current action of a signal, which is then performed after the terminal is restored.
void chimp_signals_save(int number);

// Installs the signal handlers of a terminal session, and saves the terminal's modes for its end.
void chimp_signals_watch(void);
// Makes SIGINT set a flag, for `chimp_signal_consume`, or lets it act as before.
void chimp_interrupts_watch(int is_watching);
// Saves the terminal's current modes for `chimp_modes_restore`.
void chimp_modes_save(void);
void chimp_modes_restore(void);
// Returns 1 if the signal has arrived, and clears its flag.
int chimp_signal_consume(int number);
int chimp_signal_is_pending(int number);
// Sets if an abrupt end of the program must switch back to the main screen.
void chimp_signals_note_screen(int is_alternate);
// Waits for input, for the other descriptor, for a signal or for the time to pass; negative
// descriptors are ignored, and negative milliseconds wait without a limit.
enum chimp_wait_result chimp_wait(int descriptor, int other, int milliseconds);
// Stops the process group as the terminal's own key would; returns when it continues.
void chimp_stop(void);
// Terminates the process by a signal that was consumed.
void chimp_terminate_by_signal(int number);

#endif
