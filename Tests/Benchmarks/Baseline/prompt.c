/* The least that a program with a line editor can be: a prompt, and lines until the end. */
#include <histedit.h>
#include <stdio.h>

static char *prompt(EditLine *editor) {
  (void)editor;
  return "prompt> ";
}

int main(int count, char **arguments) {
  (void)count;
  EditLine *editor = el_init(arguments[0], stdin, stdout, stderr);
  el_set(editor, EL_PROMPT, prompt);
  el_set(editor, EL_EDITOR, "emacs");
  int length;
  while (el_gets(editor, &length) && length > 0) {
  }
  el_end(editor);
  return 0;
}
