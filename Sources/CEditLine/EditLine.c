#define _GNU_SOURCE

#include "CEditLine.h"

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termcap.h>

enum { history_size = 10000 };

// `el_end` is never called, because it would discard input that was typed for the next program.
static EditLine *editor;
static History *lines;
static char *prompt;
static chimp_edit_read reader;
static chimp_edit_perform performer;
static void *reader_context;

static char *ask_prompt(EditLine *edit_line) {
  (void)edit_line;
  return prompt;
}

static int read_character(EditLine *edit_line, wchar_t *character) {
  (void)edit_line;
  int32_t answer = reader(reader_context);
  if (answer < 0) return 0;
  *character = answer;
  return 1;
}

int chimp_edit_open(const char *program, const char *prompt_text) {
  if (editor != NULL) return 0;
  editor = el_init(program, stdin, stdout, stderr);
  lines = history_init();
  prompt = strdup(prompt_text);
  if (editor == NULL || lines == NULL || prompt == NULL) return 0;
  el_set(editor, EL_SIGNAL, 0);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_PROMPT, ask_prompt);
  HistEvent event;
  history(lines, &event, H_SETSIZE, history_size);
  el_set(editor, EL_HIST, history, lines);
  return 1;
}

void chimp_edit_serve(chimp_edit_read read, chimp_edit_perform perform, void *context) {
  reader = read;
  performer = perform;
  reader_context = context;
  el_set(editor, EL_GETCFN, read_character);
}

// libedit passes no context to a key function, so each number needs a function of its own.
#define KEY_FUNCTION(number) \
  static unsigned char key_function_##number(EditLine *edit_line, int key) { \
    (void)edit_line; \
    (void)key; \
    return performer(reader_context, number); \
  }

KEY_FUNCTION(0)
KEY_FUNCTION(1)
KEY_FUNCTION(2)
KEY_FUNCTION(3)
KEY_FUNCTION(4)
KEY_FUNCTION(5)

static unsigned char (*const key_functions[])(EditLine *, int) = {
    key_function_0, key_function_1, key_function_2,
    key_function_3, key_function_4, key_function_5};

void chimp_edit_add_function(const char *name, int number) {
  el_set(editor, EL_ADDFN, name, name, key_functions[number]);
}

void chimp_edit_bind(const char *keys, const char *function) {
  el_set(editor, EL_BIND, keys, function, NULL);
}

void chimp_edit_bind_alternate(const char *keys, const char *function) {
  el_set(editor, EL_BIND, "-a", keys, function, NULL);
}

int chimp_edit_is_bound(const char *keys, int is_alternate) {
  // The editor only prints a binding, or an error if there is none.
  char *text = NULL;
  size_t length = 0;
  FILE *output = open_memstream(&text, &length);
  FILE *errors = fopen("/dev/null", "w");
  if (output != NULL && errors != NULL) {
    el_set(editor, EL_SETFP, 1, output);
    el_set(editor, EL_SETFP, 2, errors);
    if (is_alternate) {
      el_set(editor, EL_BIND, "-a", keys, NULL);
    } else {
      el_set(editor, EL_BIND, keys, NULL);
    }
    el_set(editor, EL_SETFP, 1, stdout);
    el_set(editor, EL_SETFP, 2, stderr);
  }
  if (output != NULL) fclose(output);
  if (errors != NULL) fclose(errors);
  int is_bound = text != NULL && length > 0 && strstr(text, "ed-unassigned") == NULL;
  free(text);
  return is_bound;
}

int chimp_edit_uses_vi(void) {
  const char *name = NULL;
  el_get(editor, EL_EDITOR, &name);
  return name != NULL && strcmp(name, "vi") == 0;
}

int chimp_edit_load_settings(void) {
  return el_source(editor, NULL) == 0;
}

void chimp_edit_enable(void) {
  el_set(editor, EL_EDITMODE, 1);
}

void chimp_edit_choose_modes(void) {
  // "-d" is the mode for editing, "-x" for running commands, "-q" for quoting. No key may pause the
  // output, because that would keep numerals on the screen.
  el_set(editor, EL_SETTY, "-d", "-isig", "-icrnl", "-inlcr", "-ixon", "-ixoff", "-iexten", NULL);
  el_set(editor, EL_SETTY, "-x", "-echo", "-icanon", "-ixon", "-ixoff", "-iexten", NULL);
  el_set(editor, EL_SETTY, "-q", "-ixon", "-ixoff", "-iexten", NULL);
}

void chimp_edit_prepare(int is_editing) {
  el_set(editor, EL_PREP_TERM, is_editing);
}

void chimp_edit_refresh(void) {
  el_set(editor, EL_REFRESH);
}

void chimp_edit_flush(void) {
  fflush(stdout);
}

void chimp_edit_resize(void) {
  el_resize(editor);
}

int chimp_edit_read_line(void) {
  int count = 0;
  return el_wgets(editor, &count) == NULL ? 0 : count;
}

int chimp_edit_length(void) {
  const LineInfoW *line = el_wline(editor);
  return (int)(line->lastchar - line->buffer);
}

int chimp_edit_cursor(void) {
  const LineInfoW *line = el_wline(editor);
  return (int)(line->cursor - line->buffer);
}

int chimp_edit_has(wchar_t character) {
  const LineInfoW *line = el_wline(editor);
  return wmemchr(line->buffer, character, (size_t)(line->lastchar - line->buffer)) != NULL;
}

uint32_t chimp_edit_character(int index) {
  return (uint32_t)el_wline(editor)->buffer[index];
}

void chimp_edit_delete(int count) {
  el_deletestr(editor, count);
}

void chimp_edit_insert(const wchar_t *text) {
  el_winsertstr(editor, text);
}

void chimp_edit_move_cursor(int count) {
  el_cursor(editor, count);
}

void chimp_history_enter(const uint8_t *line) {
  HistEvent event;
  history(lines, &event, H_ENTER, line);
}

void chimp_history_remove(const uint8_t *line) {
  HistEvent event;
  int found = history(lines, &event, H_FIRST);
  while (found != -1) {
    if (strcmp(event.str, (const char *)line) == 0) {
      HistEvent removed;
      history(lines, &removed, H_DEL, event.num);
      found = history(lines, &event, H_FIRST);
    } else {
      found = history(lines, &event, H_NEXT);
    }
  }
}

int chimp_knows_terminal(const char *kind) {
  char entry[4096];
  return tgetent(entry, kind) == 1;
}

int chimp_has_alternate_screen(const char *kind) {
  char entry[4096];
  char text[256];
  char *end = text;
  return tgetent(entry, kind) == 1 && tgetstr("ti", &end) != NULL;
}

int chimp_can_draw(const char *kind) {
  char entry[4096];
  char text[256];
  char *end = text;
  return tgetent(entry, kind) == 1 && tgetstr("cm", &end) != NULL && tgetstr("ce", &end) != NULL;
}

int chimp_character_width(wchar_t character) {
  return wcwidth(character);
}
