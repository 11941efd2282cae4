/* test-trim.c: what is shown of an answer, and what the document holds once it is accepted.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/plugin/rig.h"

typedef struct
{
  const char *name, *before, *answer, *after;
  const char *document; /* NULL: nothing is shown, the document stays */
} Case;

static const Case cases[] = {
  /* From public bug reports. */
  { "suffix-paren", "print(", "x)", ")\n", "print(x)\n" },
  { "suffix-brackets-nested", "foo(bar(", "1))", "))", "foo(bar(1))" },
  { "suffix-call-keeps-own-paren", "a = (b + ", "f(x)", ")\n", "a = (b + f(x))\n" },
  { "mid-word", "a_", "function", "function()", "a_function()" },
  { "next-line-repeated", "int a;\n", "int b;\nreturn a;\n", "return a;\n", "int a;\nint b;\nreturn a;\n" },
  { "odd-indent", "def f():\n    ", " return 1", "\n", "def f():\n    return 1\n" },
  { "indent-repeated", "if x:\n    ", "    y()", "\n", "if x:\n    y()\n" },
  { "trailing-newlines", "a = ", "1\n\n\n", "\n", "a = 1\n" },
  { "crlf-buffer", "a\r\nb", "c\nd", "\r\ne\r\n", "a\r\nbc\r\nd\r\ne\r\n" },
  { "prefix-echo", "def add(a, b):\n    return", "def add(a, b):\n    return a + b", "\n",
    "def add(a, b):\n    return a + b\n" },
  /* Brackets and quotes after the cursor. */
  { "suffix-square", "x[", "i]", "]\n", "x[i]\n" },
  { "suffix-statement", "foo(", "a, b);", ");\n", "foo(a, b);\n" },
  { "suffix-quote", "puts(\"", "hello\");", "\");\n", "puts(\"hello\");\n" },
  { "suffix-own-quote", "x = [", "\"a\"", "\"b\"]\n", "x = [\"a\"\"b\"]\n" },
  { "suffix-partial-nest", "foo(bar(", "1))", ")\n", "foo(bar(1))\n" },
  { "suffix-needed-paren", "foo(bar(x", ")", ")\n", "foo(bar(x))\n" },
  { "suffix-open-call", "y = (", "f(g(x)", ")\n", "y = (f(g(x))\n" },
  { "suffix-semicolon", "int n = ", "5;", ";\n", "int n = 5;\n" },
  { "suffix-whole-rest", "for (i = 0; ", "i < n; i++)", "i++)\n", "for (i = 0; i < n; i++)\n" },
  { "suffix-blank", "a =", " b ", " + c\n", "a = b + c\n" },
  { "suffix-only-closer", "print(x", ")", ")\n", NULL },
  { "suffix-opened-anew", "x = (", "a) * (b", ")\n", "x = (a) * (b)\n" },
  { "suffix-opened-and-closed", "x = (", "a) * (b)", ")\n", "x = (a) * (b)\n" },
  { "suffix-string-anew", "s = \"", "a\" + \"b", "\"\n", "s = \"a\" + \"b\"\n" },
  { "suffix-closer-in-string", "x = f(", "g(\"a)\")", ")\n", "x = f(g(\"a)\"))\n" },
  { "suffix-opener-in-string", "print(", "\"(\")", ")\n", "print(\"(\")\n" },
  { "suffix-smiley", "print(", "\":)\")", ")\n", "print(\":)\")\n" },
  { "suffix-opener-character", "if (strchr (s, ", "'('))", "))\n", "if (strchr (s, '('))\n" },
  { "suffix-within-string", "print(\"", "(:\")", "\")\n", "print(\"(:\")\n" },
  { "suffix-string-bracket", "print(\"a (", "b)\")", ")\")\n", "print(\"a (b)\")\n" },
  { "suffix-escaped-quote", "s = \"", "a\\\"b\"", "\"\n", "s = \"a\\\"b\"\n" },
  { "suffix-lifetime", "fn f<", "'a>(x: &'a str", ">(\n", "fn f<'a>(\n" },
  { "suffix-apostrophe", "He said (don't ", "go) isn't", ")\n", "He said (don't go)\n" },
  { "suffix-han-bracket", "数値（", "甲）", "）。\n", "数値（甲）。\n" },
  { "suffix-han-own-bracket", "数値（", "甲（乙）", "）\n", "数値（甲（乙））\n" },
  { "suffix-next-word", "x = [1, ", "2, 3", ", 3]\n", "x = [1, 2, 3]\n" },
  { "one-line", "a = (", "b\nc = 1", ")\n", "a = (b)\n" },
  { "one-line-empty", "a = (", "\nb", ")\n", NULL },
  /* Calls. */
  { "call-before-arguments", "y = foo.", "bar(x)", "()\n", "y = foo.bar()\n" },
  { "call-before-other-arguments", "y = foo.", "bar(g(1), \")\")", "(a,\n  b)\n", "y = foo.bar(a,\n  b)\n" },
  { "arguments-before-arguments", "y = foo", "(x)", "(a)\n", NULL },
  { "call-of-what-is-returned", "y = foo.", "bar(x).baz", "()\n", "y = foo.bar(x).baz()\n" },
  { "brackets-before-brackets", "y = ", "(a + b)", "(c)\n", "y = (a + b)(c)\n" },
  { "index-before-index", "y = grid", "[0]", "[1]\n", "y = grid[0][1]\n" },
  /* Inside words. */
  { "mid-word-longer", "a_", "function(x)", "function()", NULL },
  { "mid-word-joined", "a_", "new_function", "function()", "a_new_function()" },
  { "mid-word-part", "get", "Val", "Value", NULL },
  { "mid-word-umlaut", "Grö", "ße", "ße\n", NULL },
  /* Lines below. */
  { "lines-below", "int a;", "\nint b;\nreturn a;", "\nreturn a;\n}\n", "int a;\nint b;\nreturn a;\n}\n" },
  { "lines-below-overshoot", "int a;", "\nint b;\nreturn a;\n}\n\nint main (void)", "\nreturn a;\n}\n",
    "int a;\nint b;\nreturn a;\n}\n" },
  { "lines-below-blank-between", "int a;", "\nint b;\nreturn a;", "\n\nreturn a;\n", "int a;\nint b;\n\nreturn a;\n" },
  { "lines-below-all", "a;\n", "b;\nc;", "\nb;\nc;\n", NULL },
  { "lines-below-cut-off", "int a;", "\nint b;\nreturn", "\nreturn a;\n", "int a;\nint b;\nreturn a;\n" },
  { "lines-below-closer", "if (x) {", "\n  y ();\n}", "\n}\n", "if (x) {\n  y ();\n}\n" },
  { "lines-below-own-closer", "", "if (x) {\n  y ();\n}", "\n}\n", "if (x) {\n  y ();\n}\n}\n" },
  { "lines-below-indented", "{\n  int a;\n  ", "int b;\n  return a;\n", "return a;\n}\n",
    "{\n  int a;\n  int b;\n  return a;\n}\n" },
  { "lines-below-crlf", "int a;\r\n", "int b;\nreturn a;\n", "return a;\r\n", "int a;\r\nint b;\r\nreturn a;\r\n" },
  { "lines-below-begun", "int a;\nret", "urn a;", "\nreturn a;\n}\n", NULL },
  { "lines-below-begun-more", "int a;\nret", "urn a;\n}", "\nreturn a;\n}\n", NULL },
  { "lines-below-begun-blanks", "  x = ", "f(a, b)\n  y = 1\n", "\n\n  x = f(a, b)\n", NULL },
  { "lines-below-begun-other", "int a;\nret", "urn a + 1;", "\nreturn a;\n}\n",
    "int a;\nreturn a + 1;\nreturn a;\n}\n" },
  { "lines-below-begun-short", "x = [\n  0,\n  0", ",", "\n  0,\n]\n", "x = [\n  0,\n  0,\n  0,\n]\n" },
  { "lines-alike-kept", "x = [\n  0,", "\n  0,\n  1,", "\n  2,\n]\n", "x = [\n  0,\n  0,\n  1,\n  2,\n]\n" },
  /* Whole lines, above text that is there. */
  { "above-cut-off", "int a;\n", "int b;\nint c;\nre", "return a;\n", "int a;\nint b;\nint c;\nreturn a;\n" },
  { "above-closer", "void f() {\n", "  a();\n  b();\n", "}\n", "void f() {\n  a();\n  b();\n}\n" },
  { "above-indented", "{\n  ", "b();\n  c();\n  d(", "return;\n}\n", "{\n  b();\n  c();\n  return;\n}\n" },
  { "above-within-indentation", "{\n  ", "int b;\n", "  return a;\n}\n", "{\n  int b;\n    return a;\n}\n" },
  { "above-one-line", "  ", "y = ", "f(x)\n", "  y = f(x)\n" },
  { "above-nothing", "int a;\n", "\n\n  ", "return a;\n", NULL },
  /* Blanks. */
  { "indent-deeper-kept", "def f():\n    if x:\n    ", "    y()", "\n", "def f():\n    if x:\n        y()\n" },
  { "indent-tabs", "if (x)\n\t", "\ty ();", "\n", "if (x)\n\ty ();\n" },
  { "indent-block", "def f():\n    ", " a = 1\n     return a", "\n", "def f():\n    a = 1\n    return a\n" },
  { "indent-absolute-block", "def f():\n    ", "    if x:\n        y()", "\n", "def f():\n    if x:\n        y()\n" },
  { "indent-absolute-rest", "def f():\n    ", "    a = 1\n    return a", "\n", "def f():\n    a = 1\n    return a\n" },
  { "blank-twice", "a = ", " 1", "\n", "a = 1\n" },
  { "blank-only", "a = ", "   \n \n", "\n", NULL },
  { "empty", "a = ", "", "\n", NULL },
  { "trailing-blanks", "a = ", "1  \t", "", "a = 1" },
  { "crlf-answer", "a", "b\r\nc\r\n", "\n", "ab\nc\n" },
  { "cr-buffer", "a\rb", "c\nd", "\re", "a\rbc\rd\re" },
  { "controls", "a = ", "\x1b[1m1\x07\n", "\n", "a = [1m1\n" },
  { "unseen", "a = ", "1\ufeff + \u202eb\u200b\u2066\xc2\x85", "\n", "a = 1 + b\n" },
  { "unseen-joiners-kept", "می", "\u200cخواهم 👨\u200d👩", "\n", "می\u200cخواهم 👨\u200d👩\n" },
  { "unseen-only", "a = ", "\xc2\xa0\u3000\xc2\xad\u200d", "\n", NULL },
  { "line-separators", "a = ", "1\u2028b = 2\u2029", "\n", "a = 1\nb = 2\n" },
  { "invalid", "a = ", "1\xff\xfe + 2", "\n", "a = 1\n" },
  { "invalid-cut-off", "a = ", "1\xe6\x95", "\n", "a = 1\n" },
  { "invalid-only", "a = ", "\xc3", "\n", NULL },
  { "replacement", "a = ", "1 \uFFFD", "\n", "a = 1\n" },
  /* Text before the cursor, again. */
  { "echo-line", "    return", "return a + b", "\n", "    return a + b\n" },
  { "echo-other-indent", "\tint n =", "    int n = 5;", "\n", "\tint n = 5;\n" },
  { "echo-not-after-blank", "the", " the cat", "\n", "the the cat\n" },
  { "echo-word", "x = foo.get", "getName()", "\n", "x = foo.getName()\n" },
  { "echo-expression", "y = foo.ba", "foo.bar()", "\n", "y = foo.bar()\n" },
  { "echo-everything", "hello", "hello", "\n", NULL },
  { "echo-assignment", "  x = ", "x = 5", "\n", "  x = 5\n" },
  { "echo-assignment-tight", "x =", "x = 5", "\n", "x = 5\n" },
  { "echo-member", "a.", "a.b()", "\n", "a.b()\n" },
  { "echo-not-letters", "ha", "ha!", "\n", "haha!\n" },
  { "echo-not-short-list", "x = [\n  0, ", "0, 1]", "\n", "x = [\n  0, 0, 1]\n" },
  { "echo-not-number", "1.000", "000", "\n", "1.000000\n" },
  { "echo-not-list", "x = [\n  0,\n  0,\n", "  0,\n  0,\n]", "\n", "x = [\n  0,\n  0,\n  0,\n  0,\n]\n" },
  /* The end of the block, the end of the line, and talk. */
  { "block-end-below", "if [ $x ]; then\n  ", "exit 1\nfi\n\necho ok", "\nfi\nls\n",
    "if [ $x ]; then\n  exit 1\nfi\nls\n" },
  { "block-end-other", "struct {\n  int a, ", "b;\n} Q;\n\nint c;", "\n} P;\n", "struct {\n  int a, b;\n} P;\n" },
  { "block-end-inner-kept", "{\n  ", "if (x) {\n    y ();\n  }\n  z ();", "\n}\n",
    "{\n  if (x) {\n    y ();\n  }\n  z ();\n}\n" },
  { "rest-within", "print(\"a, ", "\" + b + \"!\")  # c", "\")\n", "print(\"a, \" + b + \"!\")\n" },
  { "rest-within-own", "f (", "g (x), y", ")\n", "f (g (x), y)\n" },
  { "rest-without-blanks", "/* Swaps ", "two */", " */\n", "/* Swaps two */\n" },
  { "fence", "find . ", "| wc -l\n```\n\nThis script", "\n", "find . | wc -l\n" },
  { "fence-own-kept", "", "Run\n\n```sh\nmake\n```\n\nand wait.", "\n", "Run\n\n```sh\nmake\n```\n\nand wait.\n" },
  { "fence-closed-kept", "```\nmake\n", "make check\n```\n\nThen", "\n", "```\nmake\nmake check\n```\n\nThen\n" },
  { "loop", "", "We were tired.\n\nWe were tired.\n\nWe were", "\n", "We were tired.\n" },
  { "loop-short-indented", "    rows = [\n", "        0,\n        0,\n        0,\n    ]", "\n",
    "    rows = [\n        0,\n        0,\n        0,\n    ]\n" },
  { "loop-short-kept", "x = [\n", "  0,\n  0,\n  0,\n]", "\n", "x = [\n  0,\n  0,\n  0,\n]\n" },
  /* The kinds of faults that a plain model makes, and right answers that look like them. */
  { "echo-line-above", "def add(a, b):\n    ", "def add(a, b):\n    return a + b", "\n",
    "def add(a, b):\n    return a + b\n" },
  { "echo-line-above-blank", "def add(a, b):\n", "def add(a, b):\n    return a + b", "\n",
    "def add(a, b):\n    return a + b\n" },
  { "echo-lines-above", "int\nmain (void)\n{\n  ", "int\nmain (void)\n{\n  return 0;\n}", "\n",
    "int\nmain (void)\n{\n  return 0;\n}\n" },
  { "echo-remark-above", "# Adds two numbers\n", "# Adds two numbers\ndef add", "\n", "# Adds two numbers\ndef add\n" },
  { "echo-short-block", "if x:\n    ", "if x:\n    y()", "\n", "if x:\n    y()\n" },
  { "echo-not-try", "try:\n    ", "try:\n        x()", "\n", "try:\n    try:\n        x()\n" },
  { "echo-not-numbers", "m = [\n  0, 0, ", "0, 0, 1,", "\n", "m = [\n  0, 0, 0, 0, 1,\n" },
  { "overshoot-block", "if (x) {", "\n  y ();\n}\n\nz ();", "\n}\n", "if (x) {\n  y ();\n}\n" },
  { "overshoot-call", "foo(() => {", "\n  bar();\n});\n\nbaz();", "\n});\n", "foo(() => {\n  bar();\n});\n" },
  { "overshoot-column-0", "void f() {\n", "  a();\n}\n\nint main() {\n  f();\n}", "\n}\n", "void f() {\n  a();\n}\n" },
  { "overshoot-tag", "<ul>\n  ", "<li>a</li>\n</ul>\n<p>x</p>", "\n</ul>\n", "<ul>\n  <li>a</li>\n</ul>\n" },
  { "closer-then-other", "if (", "x > 0) return;", ") {\n", "if (x > 0) {\n" },
  { "closer-then-operator", "y = foo(", "a) * 2", ") + 1\n", "y = foo(a) + 1\n" },
  { "closer-then-opener", "[", "text](http://other)", "](url)\n", "[text](url)\n" },
  { "closer-own-kept", "if (", "a > 0) && (b > 0)", ") {\n", "if (a > 0) && (b > 0) {\n" },
  { "closer-inner-kept", "sum(f(", "i) for i in range(10)", ")\n", "sum(f(i) for i in range(10))\n" },
  { "end-of-remark", "/*\n * Adds", " two numbers.\n */\nint add(void);", "\n */\nint sum(void);\n",
    "/*\n * Adds two numbers.\n */\nint sum(void);\n" },
  { "end-of-docstring", "def f():\n    \"\"\"Adds.\n\n    ", "Returns the sum.\n    \"\"\"\n    return 1",
    "\n    \"\"\"\n    x = 2\n", "def f():\n    \"\"\"Adds.\n\n    Returns the sum.\n    \"\"\"\n    x = 2\n" },
  { "end-of-listing", "```sh\nmake\n", "make check\n```\n\nThen install it.", "\n```\n\nMore\n",
    "```sh\nmake\nmake check\n```\n\nMore\n" },
  { "indent-continuation", "def f():\n    ", "    foo(a,\n        b)", "\n", "def f():\n    foo(a,\n        b)\n" },
  { "indent-without-braces", "{\n    ", "    if (x)\n        y();", "\n", "{\n    if (x)\n        y();\n" },
  { "indent-then", "  if [ -f x ]; then\n  ", "  echo y", "\n", "  if [ -f x ]; then\n    echo y\n" },
  { "indent-if", "    if (x)\n    ", "    return;", "\n", "    if (x)\n        return;\n" },
  { "indent-tag", "  <ul>\n  ", "  <li>a</li>", "\n", "  <ul>\n    <li>a</li>\n" },
  { "indent-not-undo", "  undo\n  ", "  redo", "\n", "  undo\n  redo\n" },
  { "generic-own", "List<", "Map<K, V>", ">\n", "List<Map<K, V>>\n" },
  { "generic-closer", "List<", "Map>", ">\n", "List<Map>\n" },
  { "full-stop", "I live in ", "Berlin.", ". I\n", "I live in Berlin. I\n" },
  { "full-stop-member", "y = foo", "(x).", ".bar\n", "y = foo(x)..bar\n" },
  { "full-stop-han", "我住在", "北京。", "。\n", "我住在北京。\n" },
  { "formula", "$", "x^2$", "$.\n", "$x^2$.\n" },
  { "quote-low", "Er sagte: „", "Hallo“", "“,\n", "Er sagte: „Hallo“,\n" },
  { "lines-alike-longer", "import json\n", "import os", "\nimport os.path\n",
    "import json\nimport os\nimport os.path\n" },
  { "lines-alike-longer-end", "", "a = 1\n", "\na = 10\n", "a = 1\na = 10\n" },
  { "lines-below-cut-short", "static int", "\nf (void)\n{\n  g", "\n{\n  g_return_if_fail (x);\n}\n",
    "static int\nf (void)\n{\n  g_return_if_fail (x);\n}\n" },
  { "lines-below-closing", "  ", "x = {\n    1,\n  };\n\n  call_some (x);\n}", "\n  };\n\n  call_some (x);\n}\n",
    "  x = {\n    1,\n  };\n\n  call_some (x);\n}\n" },
  { "rows-alike", "grid = [\n    ", "[0, 0, 0],\n    [0, 0, 0],\n    [0, 0, 0],\n]", "\n",
    "grid = [\n    [0, 0, 0],\n    [0, 0, 0],\n    [0, 0, 0],\n]\n" },
  { "above-without-break", "import json\n", "import os", "import sys\n", "import json\nimport os\nimport sys\n" },
  { "above-statement", "{\n  ", "int b;", "return b;\n}\n", "{\n  int b;\n  return b;\n}\n" },
  { "above-begun", "", "retu", "return b;\n", NULL },
  { "above-rest-repeated", "a;\n", "int x = 1;", "x = 1;\n", "a;\nint x = 1;\n" },
  { "above-rest-repeated-indented", "{\n  ", "return b;", "b;\n}\n", "{\n  return b;\n}\n" },
  { "indent-block-whole", "{\n    ", "    if (x) {\n            y();\n        }\n        z();", "\n}\n",
    "{\n    if (x) {\n        y();\n    }\n    z();\n}\n" },
  { "indent-not-one-line-if", "def f(x):\n    if x: return 1\n    ", "    return 2", "\n",
    "def f(x):\n    if x: return 1\n    return 2\n" },
  { "indent-not-statement", "{\n  if (x) return 1\n  ", "  y()", "\n}\n", "{\n  if (x) return 1\n  y()\n}\n" },
  { "indent-not-void-tag", "  <br>\n  ", "  <b>a</b>", "\n", "  <br>\n  <b>a</b>\n" },
  { "indent-else-if", "  } else if (a (b))\n  ", "  c ();", "\n", "  } else if (a (b))\n    c ();\n" },
  { "lines-below-begun-word", "a\n", "retur", "\nreturn b;\n", NULL },
  { "lines-below-begun-numbers", "[\n  [0, 0, 0],\n  [0, 0,", " 0],", "\n  [0, 0, 0],\n]\n",
    "[\n  [0, 0, 0],\n  [0, 0, 0],\n  [0, 0, 0],\n]\n" },
  { "listing", "Run:\n\n", "```\nmake\n```\n\nThen install.", "\n", "Run:\n\n```\nmake\n```\n\nThen install.\n" },
  { "han", "数值 = 计算(", "数值 = 计算(甲)", ")\n", "数值 = 计算(甲)\n" },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *text = g_strconcat (c->before, "|", c->after, NULL);
  g_autofree char *plain = g_strconcat (c->before, c->after, NULL);
  Rig rig;

  rig_init (&rig, text, c->answer);
  rig_complete (&rig);
  rig_assert_text (&rig, plain); /* showing touches nothing */
  g_assert_false (headless_host_is_modified (rig.host));
  if (c->document == NULL)
    {
      rig_assert_ghost (&rig, NULL);
      g_assert_false (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
    }
  else if (!g_str_equal (c->document, plain))
    {
      g_assert_true (hunch_suggester_accept (rig.suggester, HUNCH_ACCEPT_ALL));
      rig_assert_text (&rig, c->document);
      g_assert_true (headless_host_undo (rig.host)); /* one step */
    }
  else
    rig_assert_ghost (&rig, NULL);
  rig_assert_text (&rig, plain);
  rig_clear (&rig);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/plugin/trim/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
