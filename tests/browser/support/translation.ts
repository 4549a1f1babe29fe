import type { BrowserContext } from '@playwright/test';

/**
 * Imitates a browser's translation from the page's first moment on: replaces each text node by nested `font` elements,
 * and again whenever the page changes. The words stay, so that tests find them.
 */
const wrapTexts = `
  const isFixed = 'script, style, title, textarea, option, noscript, [translate="no"], font font';
  const wrap = (text) => {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || parent.closest(isFixed) || parent.closest('svg')) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    text.replaceWith(outer);
    inner.textContent = text.data;
  };
  const wrapAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(wrap);
  };
  new MutationObserver(() => document.body && wrapAll())
    .observe(document, { subtree: true, childList: true, characterData: true });
`;

/** Makes the browser translate every page of the context that is opened afterwards. */
export const translatePages = (context: BrowserContext) => context.addInitScript({ content: wrapTexts });
