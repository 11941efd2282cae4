#!/usr/bin/env python3
"""places.py: cursors in real texts, and what a model answers there, into tests/golden/places.json.

SPDX-License-Identifier: LGPL-2.1-or-later

Run by hand: GI_TYPELIB_PATH and LD_LIBRARY_PATH name a build, the arguments are NAME=PATH of models. Answers are recorded; what is to be
shown of each ("shown") is kept where the answer did not change, and else left out, for a person to write."""
import json
import os
import sys

import gi

gi.require_version("Hunch", "1.0")
from gi.repository import Hunch  # noqa: E402

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "golden", "places.json")

# Name, and a text with the cursor at ▮.
PLACES = [
("c-body", '''#include <stdio.h>
#include <string.h>

/* Returns the number of times c stands in text. */
static int
count_char (const char *text, char c)
{
  int n = 0;

  ▮
}

int
main (int argc, char **argv)
{
  printf ("%d\\n", count_char (argv[1], 'a'));
  return 0;
}
'''),
("c-for", '''#include <stdio.h>

static int
sum (const int *values, int n)
{
  int total = 0;

  for (int i = 0; ▮)
    total += values[i];
  return total;
}
'''),
("c-return", '''static int
max (int a, int b)
{
  return ▮
}

static int
min (int a, int b)
{
  return a < b ? a : b;
}
'''),
("c-call-args", '''#include <stdlib.h>
#include <string.h>

char *
copy_text (const char *text)
{
  size_t n = strlen (text) + 1;
  char *copy = malloc (n);

  if (copy != NULL)
    memcpy (▮);
  return copy;
}
'''),
("c-mid-word", '''#include <stdio.h>

int
main (void)
{
  for (int i = 0; i < 10; i++)
    pri▮
  return 0;
}
'''),
("c-struct", '''typedef struct
{
  double x, y;
} Point;

typedef struct
{
  Point from, ▮
} Line;

static double
line_length (const Line *l)
{
  return hypot (l->to.x - l->from.x, l->to.y - l->from.y);
}
'''),
("c-if", '''FILE *
open_log (const char *name)
{
  FILE *f = fopen (name, "a");

  if (▮
    {
      perror (name);
      exit (1);
    }
  return f;
}
'''),
("c-comment", '''/* Swaps two integers ▮ */
static void
swap (int *a, int *b)
{
  int t = *a;

  *a = *b;
  *b = t;
}
'''),
("c-end", '''#include <stdio.h>

struct node
{
  int value;
  struct node *next;
};

static int
list_length (struct node *n)
{
  int count = 0;

  while (n != NULL)
    {
      count++;
      n = n->next;
    }
  return count;
}

static void
list_print (struct node *n)
{
▮'''),
("c-new-line", '''#include <glib.h>

static void
add_numbers (GArray *array)
{
  for (int i = 0; i < 10; i++)
    {
      int square = i * i;
▮
    }
}
'''),
("c-include", '''#include <stdio.h>
#include ▮

int
main (void)
{
  char name[100];

  strcpy (name, "world");
  printf ("Hello, %s\\n", name);
  return 0;
}
'''),
("py-body", '''import math


def area(radius):
    """Returns the area of a circle."""
    ▮


print(area(2))
'''),
("py-loop", '''def read_numbers(path):
    numbers = []
    with open(path) as f:
        for line in f:
            ▮
    return numbers
'''),
("py-call", '''names = ["Ada", "Grace", "Linus"]
for i, name in enumerate(▮):
    print(i, name)
'''),
("py-dict", '''prices = {"apple": 3, "pear": 4}

total = 0
for fruit, price in prices▮:
    total += price
print(total)
'''),
("py-def", '''def fibonacci(n):
    if n < 2:
        return n
    return ▮
'''),
("py-class", '''class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        ▮

    def __len__(self):
        return len(self.items)
'''),
("py-import", '''import os
import ▮

data = json.load(open("a.json"))
print(os.getcwd(), data)
'''),
("py-mid-word", '''import random

numbers = [random.randint(1, 100) for _ in range(10)]
numbers.so▮
print(numbers)
'''),
("py-new-def", '''def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multi▮
'''),
("py-empty-line", '''def is_prime(n):
    if n < 2:
        return False
    ▮
    return True


def primes(limit):
    return [n for n in range(limit) if is_prime(n)]
'''),
("py-string", '''name = input("Your name: ")
print("Hello, ▮")
'''),
("py-comment", '''def gcd(a, b):
    # Euclid's algorithm: ▮
    while b:
        a, b = b, a % b
    return a
'''),
("md-list", '''# Shopping

- bread
- milk
- ▮

# Tasks

- call the bank
'''),
("md-prose", '''# Installing

Download the archive, unpack it, and run `./configure`. Then ▮

## Testing

Run `make check`.
'''),
("md-heading", '''# Notes on sorting

## Bubble sort

Compares neighbours and swaps them until nothing moves.

## ▮
'''),
("sh-for", '''#!/bin/sh
set -e

for f in *.c; do
  ▮
done
'''),
("sh-if", '''#!/bin/sh
# Makes a backup of a folder.
if [ $# -ne 1 ]; then
  echo "usage: $0 FOLDER" >&2
  ▮
fi
tar czf backup.tar.gz "$1"
'''),
("sh-command", '''#!/bin/sh
# Counts the lines of all Python files below the current folder.
find . -name '*.py' ▮
'''),
("sh-case", '''case "$1" in
  start)
    echo "starting"
    ;;
  ▮
  *)
    echo "unknown" >&2
    exit 1
    ;;
esac
'''),
("prose-sentence", '''The sun was setting behind the hills, and the children ran ▮'''),
("prose-letter", '''Dear Mr. Smith,

thank you for your letter of 12 May. I am writing to ▮'''),
("prose-mid-word", '''Water boils at one hundred degrees Cel▮'''),
("prose-next", '''The first railway in Germany ran from Nuremberg to Fürth. It was opened in 1835.▮'''),
("prose-paragraph", '''Bees are insects that live in colonies. Each colony has one queen.

▮'''),
("prose-end-word", '''The capital of France is▮'''),
("prose-list", '''Ingredients for pancakes:

1. flour
2. milk
3. ▮'''),
("prose-question", '''Q: What is the largest planet in the solar system?
A:▮'''),
("prose-between", '''We met at the station in the morning. ▮

In the evening we were all very tired.
'''),
]


def answer(model, before, after):
    """What an editor would ask, without a limit of time."""
    wish = Hunch.Completion.new(model)
    wish.set_prompt(before)
    if model.get_can_infill():
        wish.set_suffix(after)
    wish.props.heal = True
    wish.props.max_tokens = 48
    line, rest = before.rsplit("\n", 1)[-1], after.split("\n", 1)[0]
    wish.props.one_line = bool(line.strip() and rest.strip())
    return wish.run(None).get_text()


def main():
    with open(GOLDEN, encoding="utf-8") as f:
        known = {(p["name"], a["raw"]): a["shown"] for p in json.load(f) for a in p["answers"] if "shown" in a}
    out = []
    for name, text in PLACES:
        before, after = text.split("▮")
        out.append({"name": name, "before": before, "after": after, "answers": []})
    for argument in sys.argv[1:]:
        model_name, path = argument.split("=", 1)
        model = Hunch.Model.new(path, None)
        model.load(None)
        for place in out:
            raw = answer(model, place["before"], place["after"])
            new = {"model": model_name, "raw": raw}
            if (place["name"], raw) in known:
                new["shown"] = known[place["name"], raw]
            place["answers"].append(new)
    with open(GOLDEN, "w", encoding="utf-8") as f:
        json.dump(out, f, ensure_ascii=False, indent=1)
        f.write("\n")


main()
