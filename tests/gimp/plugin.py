# plugin.py: the plug-in in the real GIMP, called by Script-Fu.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import re
import shutil
import subprocess
import sys
import tempfile

BUILD = os.environ['HUNCH_BUILDDIR']
PLUGIN = os.path.join(BUILD, '.libs', 'hunch-gimp')
MODELS = os.environ.get('HUNCH_MODEL_DIR') or os.path.join(os.environ.get('XDG_DATA_HOME') or os.path.expanduser('~/.local/share'), 'hunch', 'models')
GIMP = 'gimp-console-2.10'
SCRIPT_FU = '/usr/lib/gimp/2.0/plug-ins/script-fu'
SCRIPT_FU_INIT = '/usr/share/gimp/2.0/scripts/script-fu.init'

# What each test evaluates; `layer` makes a text layer in an image of its own.
PRELUDE = '''
(define said (open-output-file "%s"))
(define (say x) (write x said) (newline said))
(define image (car (gimp-image-new 400 100 RGB)))
(define (layer text)
  (let ((it (car (gimp-text-layer-new image text "Sans" 20 PIXELS)))) (gimp-image-insert-layer image it 0 0) it))
(define (plain)
  (let ((it (car (gimp-layer-new image 10 10 RGBA-IMAGE "plain" 100 LAYER-MODE-NORMAL)))) (gimp-image-insert-layer image it 0 0) it))
'''


def why_not():
    if not os.path.exists(PLUGIN):
        return 'built without the plug-in for GIMP'
    if shutil.which(GIMP) is None or not os.path.exists(SCRIPT_FU):
        return 'GIMP 2.10 is not installed'
    if not os.path.exists(os.path.join(MODELS, 'SmolLM2-135M-Instruct.Q4_1.gguf')):
        return 'the model smollm2-135m is not here'
    return None


class Gimp:
    def __init__(self, root):
        self.root = root
        for name in 'profile', 'home', 'plug-ins/hunch-gimp', 'scripts':
            os.makedirs(os.path.join(root, name))
        os.symlink(PLUGIN, os.path.join(root, 'plug-ins/hunch-gimp/hunch-gimp'))
        os.symlink(SCRIPT_FU_INIT, os.path.join(root, 'scripts/script-fu.init'))
        os.symlink(SCRIPT_FU, os.path.join(root, 'plug-ins/script-fu'))
        with open(os.path.join(root, 'profile/gimprc'), 'w') as f:
            f.write('(plug-in-path "%s/plug-ins")\n(script-fu-path "%s/scripts")\n' % (root, root))
        self.env = dict(os.environ, HOME=os.path.join(root, 'home'), GIMP2_DIRECTORY=os.path.join(root, 'profile'), LC_ALL='C.UTF-8',
                        LD_LIBRARY_PATH=os.path.join(BUILD, '.libs'), HUNCH_MODEL_DIR=MODELS, GSETTINGS_BACKEND='memory', G_DEBUG='')
        for name in 'LANGUAGE', 'DISPLAY':
            self.env.pop(name, None)

    def run(self, code, **env):
        """(what the code said, all that was printed)."""
        script, answers = os.path.join(self.root, 'test.scm'), os.path.join(self.root, 'said')
        with open(script, 'w') as f:
            f.write(PRELUDE % answers + code + '(close-output-port said)')
        done = subprocess.run([GIMP, '-i', '-d', '-s', '--batch-interpreter=plug-in-script-fu-eval', '-b', '(load "%s")' % script, '-b', '(gimp-quit 1)'],
                              env=dict(self.env, **env), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
        with open(answers) as f:
            return f.read().splitlines(), done.stdout


def test_text(gimp):
    """hunch-complete-text gives what follows a text"""
    said, out = gimp.run('(say (hunch-complete-text "The capital of France is" 1))')
    assert said == ['(" Paris")'], out


def test_layer(gimp):
    """a text layer gets its text, and undo has one step more"""
    said, out = gimp.run('''
(let ((it (layer "The capital of France is")))
  (gimp-image-undo-freeze image) (gimp-image-undo-thaw image) (gimp-image-clean-all image)
  (say (car (hunch-complete-text-layer RUN-NONINTERACTIVE image it)))
  (say (substring (car (gimp-text-layer-get-text it)) 0 30))
  (say (car (gimp-image-is-dirty image))))''')
    assert said == ['#t', '"The capital of France is Paris"', '1'], out


def test_empty(gimp):
    """a layer without text is left as it is, and the image clean"""
    said, out = gimp.run('''
(let ((it (layer "")))
  (gimp-image-clean-all image)
  (say (car (hunch-complete-text-layer RUN-NONINTERACTIVE image it)))
  (say (car (gimp-text-layer-get-text it)))
  (say (car (gimp-image-is-dirty image))))''')
    assert said == ['#t', '""', '0'], out


def test_no_text_layer(gimp):
    """another layer is refused in one line"""
    _, out = gimp.run('(hunch-complete-text-layer RUN-NONINTERACTIVE image (plain))')
    assert re.search("GIMP-Error: Calling error for procedure 'hunch-complete-text-layer':\nThis is no text layer; choose one\n", out), out


def test_no_model(gimp):
    """without a model it says how to get one, in one line, and the layer keeps its text"""
    said, out = gimp.run('''
(let ((it (layer "Once")))
  (catch (say "refused") (hunch-complete-text-layer RUN-NONINTERACTIVE image it))
  (say (car (gimp-text-layer-get-text it))))
(hunch-complete-text "Once" 1)''', HUNCH_MODEL_DIR=gimp.root, XDG_DATA_HOME=gimp.root)
    assert said == ['"refused"', '"Once"'], out
    assert "The model smollm2-135m is not here yet; the preferences in an editor download it, or 'hunch pull smollm2-135m'\n" in out, out


def main():
    reason = why_not()
    if reason is not None:
        print('1..0 # SKIP ' + reason)
        return 0
    tests = [test_text, test_layer, test_empty, test_no_text_layer, test_no_model]
    print('1..%d' % len(tests), flush=True)
    for i, test in enumerate(tests, 1):
        root = tempfile.mkdtemp(prefix='hunch-gimp-')
        try:
            test(Gimp(root))
            print('ok %d - %s' % (i, test.__doc__), flush=True)
        except Exception as error:
            print('not ok %d - %s\n# %s: %s' % (i, test.__doc__, type(error).__name__, str(error).replace('\n', '\n# ')), flush=True)
        finally:
            shutil.rmtree(root, ignore_errors=True)
    return 0


sys.exit(main())
