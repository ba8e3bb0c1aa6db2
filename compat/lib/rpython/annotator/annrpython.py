# genext: python2
"""The annotator object of tests."""
import types

import _genext_annotator as _native
from rpython.annotator import model as annmodel
from rpython.annotator.bookkeeper import Bookkeeper
from rpython.annotator.policy import AnnotatorPolicy
from rpython.flowspace.model import Constant


class BlockedInference(Exception):
    """An operation whose result is not known yet."""


class RPythonAnnotator(object):
    def __init__(self, translator=None, policy=None, bookkeeper=None, keepgoing=False):
        if translator is None:
            from rpython.translator import translator as contexts
            translator = contexts.TranslationContext()
            translator.annotator = self
        self.translator = translator
        translator.annotator = self
        self.policy = policy or AnnotatorPolicy()
        self.bookkeeper = bookkeeper or Bookkeeper(self)
        self.keepgoing = keepgoing
        self.errors = []
        self.frozen = False

    def build_types(self, function, input_arg_types, complete_now=True, main_entry_point=False):
        assert isinstance(function, types.FunctionType), 'only functions have types built'
        annmodel.TLS.check_str_without_nul = self.translator.config.translation.check_str_without_nul
        bk = self.bookkeeper
        args_s = [self.typeannotation(t) for t in input_arg_types]
        ok, d = _native.build(bk._handle, function, [s._encode(bk) for s in args_s])
        if not ok:
            bk._fail(d)
        return bk._decode(d)

    def annotate_helper(self, function, args_s, policy=None):
        """Annotates a function; its graph."""
        from rpython.translator.translator import graphof
        function = getattr(function, 'im_func', function)
        self.build_types(function, args_s)
        return graphof(self.translator, function)

    def typeannotation(self, t):
        from rpython.annotator.signature import annotation
        return annotation(t, self.bookkeeper)

    def complete(self):
        failure = _native.complete(self.bookkeeper._handle)
        if failure is not None:
            self.bookkeeper._fail(failure)
        self.bookkeeper._call_back()

    def validate(self):
        pass

    def simplify(self, block_subset=None, extra_passes=None):
        pass

    def annotation(self, arg):
        if isinstance(arg, Constant):
            return self.bookkeeper.immutablevalue(arg.value)
        return arg.annotation

    def binding(self, arg):
        s_arg = self.annotation(arg)
        if s_arg is None:
            raise KeyError(arg)
        return s_arg

    def setbinding(self, arg, s_value):
        arg.annotation = s_value

    def consider_op(self, hlop):
        """Applies the rule of one operation to the annotations of its arguments."""
        bk = self.bookkeeper
        args = [self.binding(a)._encode(bk) for a in hlop.args]
        d, raises = _native.consider(bk._handle, hlop.opname, args)
        hlop._raises = raises
        if d is None:
            raise BlockedInference
        hlop.result.annotation = bk._decode(d)

    def get_exception(self, hlop):
        if hlop._raises is None:
            return annmodel.SomeInstance(self.bookkeeper.getuniqueclassdef(Exception))
        if not hlop._raises:
            return None
        return annmodel.SomeException([self.bookkeeper._classdef(i) for i in hlop._raises])

    def gettype(self, variable):
        if isinstance(variable, Constant):
            return type(variable.value)
        return self.binding(variable).knowntype

    @property
    def annotated(self):
        found = {}
        for graph in self.translator.graphs:
            reached, desc = _native.graph_state(graph._bk._handle, graph._id)
            for block in graph.iterblocks():
                if block._id in reached:
                    found[block] = graph
        return found
