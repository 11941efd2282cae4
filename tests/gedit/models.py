#!/usr/bin/python3
# models.py: gedit with models: the default one, one that infills, the first loading, another device, a model that nobody asks.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
from tap import ok, run, same, skip  # noqa: E402
from editor import BUILD, SOURCES, Editor, wait_for  # noqa: E402

MODEL = os.path.join(os.environ.get('HUNCH_MODEL_DIR') or os.path.expanduser('~/.local/share/hunch/models'),
                     'SmolLM2-135M-Instruct.Q4_1.gguf')
TINY = os.path.abspath(os.path.join(SOURCES, 'tests', 'fixtures', 'gguf', 'valid_gpt2_tied.gguf'))


def infill():
    model = os.path.join(os.path.dirname(MODEL), 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf')
    if not os.path.exists(model):
        skip('qwen2.5-coder in gedit', model + ' is not there')
        return
    settings = "[org/hunch/Hunch]\nmodel='%s'\ntime-limit-ms=uint32 20000\nprompt-time-limit-ms=uint32 20000\nmax-tokens=uint32 24\n" % model
    text = '/* The larger of two numbers. */\nint\nmax (int a, int b)\n{\n  return \n}\n'
    with Editor(settings=settings) as e:
        e.open(text, 'max.c', cursor=(5, 10))
        e.act('hunch-complete')
        ok(e.shown(300), 'qwen2.5-coder fills in C', e.actions().get('hunch-status'))
        wait_for(lambda: 'tokens/s' in e.state('hunch-status'), 60)
        e.key('Tab')
        e.gone()
        found = e.saved()
        same(found.replace('(a > b)', 'a > b'), text.replace('return ', 'return a > b ? a : b;'), 'between what is there')


def while_loading():
    """The window closed, and the plugin disabled, while a model is loaded and the first kernels are built."""
    settings = "[org/hunch/Hunch]\nmodel='%s'\n" % TINY
    with Editor(settings=settings, caches=True) as e:
        e.open('abc')
        e.act('hunch-complete')
        ok(wait_for(lambda: e.state('hunch-progress') >= 0), 'a model is loaded, and progress is shown', e.state('hunch-status'))
        e.set('org.gnome.gedit.plugins', 'active-plugins', '[]')
        ok(wait_for(lambda: 'hunch-status' not in e.actions(), 10), 'disabled while loading: the actions go')
        e.set('org.gnome.gedit.plugins', 'active-plugins', "['hunch-gedit']")
        ok(wait_for(lambda: 'hunch-status' in e.actions(), 10), 'enabled again, the actions are back')
        e.act('hunch-complete')
        ok(wait_for(lambda: e.state('hunch-progress') >= 0), 'and the model is loaded anew', e.state('hunch-status'))
        e.key('ctrl+q')
        same(wait_for(lambda: e.gedit.poll() is not None, 60) and e.gedit.poll(), 0,
             'the window closed while a model is loaded: gedit ends as it should')
        noise = [line for line in e.said().splitlines() if 'CRITICAL' in line or 'Hunch' in line]
        same(noise, [], 'and says nothing')


class Watched(Editor):
    """gedit with a real model on one of two devices; told tells which devices were taken into use and given back."""

    def __init__(self):
        super().__init__(settings="[org/hunch/Hunch]\nmodel='%s'\ndevice='0'\ncache-size=uint32 0\n" % TINY, environ={'POCL_DEVICES': 'basic pthread'})
        self.env['HUNCH_SHIM_LOG'] = os.path.join(self.root, 'devices')
        listed = subprocess.run([os.path.join(BUILD, 'tools', 'hunch'), 'devices'], env=self.env, capture_output=True, text=True)
        self.names = [line.split(maxsplit=1)[1].rpartition(' (')[0] for line in listed.stdout.splitlines()]

    def open(self, *arguments, **options):
        shim = os.path.join(BUILD, 'tests', 'fixtures', 'opencl', '.libs', 'libcl-shim.so')
        self.env['LD_PRELOAD'] = shim + ' libOpenCL.so.1'  # which the shim looks for behind itself
        super().open(*arguments, **options)
        del self.env['LD_PRELOAD']

    def told(self):
        try:
            with open(self.env['HUNCH_SHIM_LOG']) as f:
                return f.read().splitlines()
        except FileNotFoundError:
            return []

    def answers(self):
        """Asks, and waits for the end of it on a device taken into use for it; this model's answers may be no text, and not shown."""
        n = len(self.told())
        self.type('x')
        self.act('hunch-complete')
        wait_for(lambda: any(line[0] == '+' for line in self.told()[n:]), 60)
        return wait_for(lambda: self.state('hunch-progress') < 0 and ('tokens/s' in self.state('hunch-status') or 'Nothing' in self.state('hunch-status')), 60)


def other_device():
    """The device of the settings counts from the next question on."""
    with Watched() as e:
        if len(e.names) < 2:
            skip('another device', 'there are no two devices')
            return
        e.open('abc')
        same(e.told(), [], 'before a question no device is in use')
        ok(e.answers(), 'the model answers on a device', e.state('hunch-status'))
        e.set('org.hunch.Hunch', 'device', "'none such'")
        ok(wait_for(lambda: '-' in e.told(), 10), 'another is set: this one is given back', e.told())
        e.key('x')
        e.act('hunch-complete')
        ok(wait_for(lambda: all(name in e.state('hunch-status') for name in ['none such'] + e.names), 10), 'there is none: that is said, and which there are',
           e.state('hunch-status'))
        e.set('org.hunch.Hunch', 'device', "'1'")
        ok(wait_for(lambda: e.enabled('hunch-complete')), 'another one can be tried at once')
        ok(e.answers(), 'the model answers on it', e.state('hunch-status'))
        same(e.told(), ['+' + e.names[0], '-', '+' + e.names[1]], 'and there alone')


def idle():
    """A model that nobody asks is unloaded, from when the settings say so, and comes back."""
    with Watched() as e:
        if not e.names:
            skip('a model that nobody asks', 'there is no device')
            return
        e.open('abc')
        ok(e.answers(), 'the model answers', e.state('hunch-status'))
        e.set('org.hunch.Hunch', 'unload-minutes', '1')
        time.sleep(50)
        same([line[0] for line in e.told()], ['+'], 'it stays for a minute')
        ok(wait_for(lambda: '-' in e.told(), 30), 'and is unloaded then', e.told())
        ok(e.answers(), 'the next question loads it again', e.state('hunch-status'))
        same([line[0] for line in e.told()], ['+', '-', '+'], 'on demand')


def with_a_model():
    if not os.path.exists(MODEL):
        skip('smollm2 in gedit', MODEL + ' is not there')
        return
    with Editor(environ={'HUNCH_MODEL_DIR': os.path.dirname(MODEL)}) as e:
        e.open('The capital of France is')
        e.act('hunch-complete')
        ok(e.shown(120), 'smollm2 answers', e.actions().get('hunch-status'))
        ok(wait_for(lambda: 'tokens/s' in e.state('hunch-status')), 'the status tells its speed', e.state('hunch-status'))
        ok(not e.modified(), 'unmodified')
        e.key('Tab')
        text = e.saved()
        ok(text.startswith('The capital of France is Paris'), 'Paris', text)


run([with_a_model, while_loading, other_device], [idle, infill])
