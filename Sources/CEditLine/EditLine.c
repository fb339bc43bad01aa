#define _GNU_SOURCE

#include "CEditLine.h"

#include <stdio.h>
#include <string.h>
#include <termcap.h>
#include <wchar.h>

EditLine *chimp_edit_open(const char *program, chimp_reader reader, chimp_prompt prompt) {
  EditLine *edit_line = el_init(program, stdin, stdout, stderr);
  if (edit_line == NULL) return NULL;
  el_set(edit_line, EL_SIGNAL, 0);
  el_set(edit_line, EL_EDITOR, "emacs");
  el_set(edit_line, EL_PROMPT, prompt);
  el_set(edit_line, EL_GETCFN, reader);
  return edit_line;
}

void chimp_edit_set_owner(EditLine *edit_line, void *owner) {
  el_set(edit_line, EL_CLIENTDATA, owner);
}

void *chimp_edit_owner(EditLine *edit_line) {
  void *owner = NULL;
  el_get(edit_line, EL_CLIENTDATA, &owner);
  return owner;
}

void chimp_edit_use_history(EditLine *edit_line, History *lines) {
  el_set(edit_line, EL_HIST, history, lines);
}

void chimp_edit_add_function(EditLine *edit_line, const char *name, chimp_key_function function) {
  el_set(edit_line, EL_ADDFN, name, name, function);
}

void chimp_edit_bind(EditLine *edit_line, const char *keys, const char *function) {
  el_set(edit_line, EL_BIND, keys, function, NULL);
}

void chimp_edit_bind_alternate(EditLine *edit_line, const char *keys, const char *function) {
  el_set(edit_line, EL_BIND, "-a", keys, function, NULL);
}

int chimp_edit_uses_vi(EditLine *edit_line) {
  const char *editor = NULL;
  el_get(edit_line, EL_EDITOR, &editor);
  return editor != NULL && strcmp(editor, "vi") == 0;
}

void chimp_edit_enable(EditLine *edit_line) {
  el_set(edit_line, EL_EDITMODE, 1);
}

void chimp_edit_change_mode(EditLine *edit_line, const char *mode, const char *flag) {
  el_set(edit_line, EL_SETTY, mode, flag, NULL);
}

void chimp_edit_prepare(EditLine *edit_line, int is_editing) {
  el_set(edit_line, EL_PREP_TERM, is_editing);
}

void chimp_edit_refresh(EditLine *edit_line) {
  el_set(edit_line, EL_REFRESH);
}

void chimp_edit_flush(void) {
  fflush(stdout);
}

void chimp_history_set_size(History *lines, int size) {
  HistEvent event;
  history(lines, &event, H_SETSIZE, size);
}

void chimp_history_enter(History *lines, const char *line) {
  HistEvent event;
  history(lines, &event, H_ENTER, line);
}

void chimp_history_remove(History *lines, const char *line) {
  HistEvent event;
  int found = history(lines, &event, H_FIRST);
  while (found != -1) {
    if (strcmp(event.str, line) == 0) {
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

int chimp_character_width(wchar_t character) {
  return wcwidth(character);
}
