/* The chimpanzee test in plain C, as small as it can be: what the program is measured against.
 *
 * It understands `start COUNT H V seed=TEXT` and `press H V`, draws the same boards and prints the
 * same replies, with the whole board after each.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 99, width = 3 };

static int columns, rows, count, pressed, masked, finished, round_number;
static int cells[most * most];
static int place[most * most];
static char image[(most + 1) * ((most + 1) * width + 1)];
static int image_size;

static uint64_t state[4];

static uint64_t next(void) {
  uint64_t product = state[1] * 5, result = ((product << 7) | (product >> 57)) * 9;
  uint64_t shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = (state[3] << 45) | (state[3] >> 19);
  return result;
}

static uint64_t below(uint64_t bound) {
  unsigned __int128 product = (unsigned __int128)next() * bound;
  if ((uint64_t)product < bound) {
    uint64_t threshold = -bound % bound;
    while ((uint64_t)product < threshold) product = (unsigned __int128)next() * bound;
  }
  return (uint64_t)(product >> 64);
}

static void seed(const char *text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
  for (int i = 0; i < 4; i++) {
    uint64_t word = hash += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    state[i] = word ^ (word >> 31);
  }
}

static char *put(char *out, int number) {
  out[0] = ' ';
  out[1] = number >= 10 ? '0' + number / 10 : ' ';
  out[2] = '0' + number % 10;
  return out + width;
}

static char sign_of(int cell) {
  if (!place[cell] || place[cell] <= pressed) return '.';
  return masked && !finished ? '#' : 0;
}

static char *write_number(char *out, int number) {
  char digits[12];
  int length = 0;
  do digits[length++] = '0' + number % 10;
  while (number /= 10);
  while (length) *out++ = digits[--length];
  return out;
}

static char *write_text(char *out, const char *text) {
  size_t length = strlen(text);
  memcpy(out, text, length);
  return out + length;
}

static void draw(void) {
  char *out = image;
  memset(out, ' ', width);
  out += width;
  for (int h = 1; h <= columns; h++) out = put(out, h);
  *out++ = '\n';
  for (int v = 0; v < rows; v++) {
    out = put(out, v + 1);
    for (int h = 0; h < columns; h++) {
      int cell = v * columns + h;
      char sign = sign_of(cell);
      if (sign) {
        out[0] = out[1] = ' ';
        out[2] = sign;
        out += width;
      } else {
        out = put(out, place[cell]);
      }
    }
    *out++ = '\n';
  }
  image_size = (int)(out - image);
}

static void show(void) {
  draw();
  fwrite(image, 1, image_size, stdout);
}

static void start(char *arguments) {
  char *text = strstr(arguments, "seed=");
  char identifier[256];
  int numbers[most * most];
  if (sscanf(arguments, "%d %d %d", &count, &columns, &rows) != 3 || !text || columns < 1 ||
      columns > most || rows < 1 || rows > most || count < 1 || count > columns * rows) {
    puts("error: start");
    return;
  }
  snprintf(identifier, sizeof identifier, "%dx%dn%d#1/%s", columns, rows, count, text + 5);
  seed(identifier);
  for (int i = 0; i < columns * rows; i++) numbers[i] = i, place[i] = 0;
  for (int i = 0; i < count; i++) {
    int pick = i + (int)below(columns * rows - i), held = numbers[i];
    numbers[i] = numbers[pick];
    numbers[pick] = held;
    cells[i] = numbers[i];
    place[cells[i]] = i + 1;
  }
  pressed = masked = finished = 0;
  printf("round %d: %d numerals on %dx%d, board %s\n", ++round_number, count, columns, rows, identifier);
  show();
}

static void press(char *arguments) {
  char *end;
  long h = strtol(arguments, &end, 10), v = strtol(end, &end, 10);
  if (h < 1 || h > columns || v < 1 || v > rows || finished) {
    puts("error: press");
    return;
  }
  int cell = (int)((v - 1) * columns + h - 1);
  if (cells[pressed] != cell) {
    finished = 1;
    puts("wrong");
    show();
    return;
  }
  pressed++;
  finished = pressed == count;
  masked = 1;
  char reply[64], *out = write_text(reply, finished ? "passed: " : "right: ");
  out = write_number(out, pressed);
  out = write_text(out, " of ");
  out = write_number(out, count);
  *out++ = '\n';
  fwrite(reply, 1, out - reply, stdout);
  show();
}

int main(void) {
  static char line[1 << 20];
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\r\n")] = 0;
    if (!strncmp(line, "start ", 6)) start(line + 6);
    else if (!strncmp(line, "press ", 6)) press(line + 6);
    else puts("error: unknown command");
  }
  return 0;
}
