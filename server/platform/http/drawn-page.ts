import { hash } from 'node:crypto';
import { drawnAttribute, takeEarlyInput } from '#contract/first-page.ts';

/** The parts of a page between which something is put. */
type Parts = { beforeLinks: string; beforeData: string; end: string };

/** What is put into a drawn page. */
export type Drawing = { links: string; data: string; markup: string };

/** What loads the app's code: its scripts, and the links that fetch them early. */
const codeTags = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/**
 * A drawn page can be read without the app, whose code comes after the first paint and takes no share of the line from it.
 * The browser reports that paint once it is on the screen. A page in the background is not painted, and some browsers
 * report no paint: the code then comes at once, or a second after the page has loaded.
 */
const startAfterPaint =
  "(()=>{const{content}=document.getElementById('code');const start=()=>document.head.append(content);" +
  "if(document.hidden)return start();addEventListener('visibilitychange',start,{once:true});" +
  "addEventListener('load',()=>setTimeout(start,1000));" +
  "new PerformanceObserver((_,seen)=>{seen.disconnect();start()}).observe({type:'paint',buffered:true})})()";

/**
 * Keeps what is pressed and typed before the app takes the page over, which then does it (web/platform/early-input.ts). A
 * kept press does nothing else: a form that is sent without the app would put a password into an address.
 */
const keepEarlyInput =
  "(()=>{const pressed=[],typed=new Map(),names=['click','input'];const keep=(event)=>{const field=event.target;" +
  "if(event.type==='input'){typed.delete(field);" +
  'return void typed.set(field,/^(checkbox|radio)$/.test(field.type)?field.checked:field.value)}' +
  "const button=field.closest('button');if(button){event.preventDefault();pressed.push(button)}};" +
  'for(const name of names)addEventListener(name,keep,true);' +
  `window.${takeEarlyInput}=()=>{for(const name of names)removeEventListener(name,keep,true);` +
  'return{pressed,typed:[...typed]}}})()';

/** The scripts of drawn pages, which their policy of content allows to the letter. */
export const drawnScripts = [keepEarlyInput, startAfterPaint];

/** A page with what the server has drawn of it; `beforeLinks` holds its whole head. */
export function drawnPage({ beforeLinks, beforeData, end }: Parts, { links, data, markup }: Drawing): string {
  const code = [...beforeLinks.matchAll(codeTags)].join('') + links;
  const body = beforeData.replace(
    /<div id="root">.*<\/div>/s,
    () => `<script>${keepEarlyInput}</script><div id="root" ${drawnAttribute}>${markup}</div>`,
  );
  const starter = `<template id="code">${code}</template>${data}<script>${startAfterPaint}</script>`;
  return beforeLinks.replaceAll(codeTags, '') + body + starter + end;
}

/**
 * Puts the style attributes of drawn markup into one style element, because the content policy allows an element by its
 * hash and attributes not at all.
 * @param markup as React writes it: quotes occur in tags only
 */
export function gatherStyles(markup: string): { markup: string; style: string; source: string } {
  const names = new Map<string, string>();
  const named = markup.replaceAll(/(<[^>]*?) style="([^"]*)"/g, (_, before: string, declarations: string) => {
    const name = names.get(declarations) ?? String(names.size);
    names.set(declarations, name);
    return `${before} data-style="${name}"`;
  });
  if (names.size === 0) return { markup, style: '', source: '' };
  const rules = [...names].map(([declarations, name]) => `[data-style="${name}"]{${unescaped(declarations)}}`).join('');
  return { markup: named, style: `<style>${rules}</style>`, source: ` 'sha256-${hash('sha256', rules, 'base64')}'` };
}

/** Without `<`, which would end the element. */
const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('<', '');
