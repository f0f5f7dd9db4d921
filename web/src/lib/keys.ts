// Keys that work anywhere outside a text field, as the help lists them.
export const kShortcuts: [string, string][] = [
  ['1 … 9', 'the nine pages, in the order of the list above'],
  ['m', 'the box for typing a move (e4, Nf3, O-O, e7e8q)'],
  ['← →', 'one ply back, one ply on'],
  ['Home, End', 'the first and the last position'],
  ['f', 'turn the board'],
  ['n', 'a new game or match'],
  ['[ ]', 'in the principal variation: one ply back, one ply on'],
  ['t', 'light, dark, or as the system says'],
  ['s', 'sounds on or off'],
  ['?', 'this list'],
  ['Escape', 'close what is open'],
];

export function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (!element?.tagName) return false;
  return ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName) || element.isContentEditable;
}

// Arrow keys belong to a control that has the focus and uses them.
export function usesArrows(target: EventTarget | null): boolean {
  const role = (target as HTMLElement | null)?.getAttribute?.('role') ?? '';
  return isTyping(target) || ['slider', 'tree', 'treeitem', 'tab', 'radio'].includes(role);
}
