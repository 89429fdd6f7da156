'use strict';

/* A rule for ESLint: no object is read or written under a key that may come from outside, because what
   every object has, such as `constructor`, is found there, too. A key is harmless where it is a number, a
   literal or one of listed literals, and in what `Object.create(null)` made; `own(map, key)` reads others.
   ESLint knows no types: numbers are known by their form and by the names that this list has. */

const NUMBERS = new Set(['i', 'j', 'at', 'index', 'number', 'place', 'page', 'middle', 'kind', 'shared', 'target']);
const COUNTS = new Set(['length', 'index', 'selectedIndex', 'security']);
const COUNTING = new Set(['indexOf', 'lastIndexOf', 'findIndex', 'charCodeAt', 'Number', 'number', 'bestVariant']);

/** Whether a node is a number, as far as its form says. */
function isNumber(node) {
  switch (node?.type) {
    case 'Literal': case 'UpdateExpression': case 'UnaryExpression': return true;
    case 'Identifier': return NUMBERS.has(node.name);
    case 'BinaryExpression': return node.operator !== '+' || isNumber(node.left) || isNumber(node.right);
    case 'LogicalExpression': return isNumber(node.left) && isNumber(node.right);
    case 'MemberExpression': return node.computed ? isNumber(node.property) : COUNTS.has(node.property.name);
    case 'CallExpression': return COUNTING.has((node.callee.property ?? node.callee).name);
    default: return false;
  }
}

module.exports = {
  create(context) {
    const { sourceCode } = context;

    /** Return how a name is defined in its file. */
    function definitionOf(node) {
      if (node.type !== 'Identifier') return undefined;
      for (let scope = sourceCode.getScope(node); scope; scope = scope.upper) {
        const found = scope.set.get(node.name);
        if (found) return found.defs[0]?.node;
      }
      return undefined;
    }
    const isBare = (node) => sourceCode.getText(definitionOf(node)?.init ?? node) === 'Object.create(null)';
    const isData = (node) => (node.property ?? node).name === 'dataset';

    /** Whether a key is one of literals that a loop lists. */
    function isListed(node) {
      const loop = definitionOf(node)?.parent?.parent;
      return loop?.type === 'ForOfStatement' && loop.right.type === 'ArrayExpression'
        && loop.right.elements.every((one) => one.type === 'Literal');
    }
    function report(node) {
      context.report({ node, message: 'A key may come from outside: read it with own(map, key), or make the map with Object.create(null).' });
    }
    return {
      MemberExpression(node) {
        if (!node.computed || isNumber(node.property) || isListed(node.property)) return;
        if (isBare(node.object) || isData(node.object)) return;
        const reader = node.parent?.parent;
        if (reader?.type === 'ArrowFunctionExpression' && reader.parent.id?.name === 'own') return;
        report(node);
      },
      'BinaryExpression[operator="in"]'(node) {
        if (node.left.type !== 'Literal' && !isBare(node.right)) report(node);
      },
    };
  },
};
