import { hash } from 'node:crypto';
import { renderedAttribute, takeEarlyInput } from '#contract/first-page.ts';

/** The parts of a page between which markup is inserted. */
type Parts = { beforeLinks: string; beforeData: string; end: string };

/** Markup to insert into a rendered page. */
export type Drawing = { links: string; data: string; markup: string };

/** Tags that load the app's code: its scripts, and the links that fetch them early. */
const codeTags = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/**
 * Loads the app after the first paint. A rendered page can be read without the app, so its code must not delay that
 * paint, which the browser reports once it is on the screen. A page in the background is not painted, and some browsers
 * report no paint: the code then loads at once, or a second after the page has loaded.
 */
const startAfterPaint =
  "(()=>{const{content}=document.getElementById('code');const start=()=>document.head.append(content);" +
  "if(document.hidden)return start();addEventListener('visibilitychange',start,{once:true});" +
  "addEventListener('load',()=>setTimeout(start,1000));" +
  "new PerformanceObserver((_,seen)=>{seen.disconnect();start()}).observe({type:'paint',buffered:true})})()";

/**
 * Keeps clicks on buttons, and input, until the app takes the page over and applies them (web/platform/early-input.ts).
 * A kept click does nothing else: a form that is sent without the app would put a password into a URL.
 */
const keepEarlyInput =
  "(()=>{const pressed=[],typed=new Map(),names=['click','input'];const keep=(event)=>{const field=event.target;" +
  "if(event.type==='input'){typed.delete(field);" +
  'return void typed.set(field,/^(checkbox|radio)$/.test(field.type)?field.checked:field.value)}' +
  "const button=field.closest('button');if(button){event.preventDefault();pressed.push(button)}};" +
  'for(const name of names)addEventListener(name,keep,true);' +
  `window.${takeEarlyInput}=()=>{for(const name of names)removeEventListener(name,keep,true);` +
  'return{pressed,typed:[...typed]}}})()';

/** The inline scripts of rendered pages; the content security policy of every page allows each by its hash. */
export const renderedScripts = [keepEarlyInput, startAfterPaint];

/** Returns a page with its server rendering; `beforeLinks` contains its whole head. */
export function renderedPage({ beforeLinks, beforeData, end }: Parts, { links, data, markup }: Drawing): string {
  const code = [...beforeLinks.matchAll(codeTags)].join('') + links;
  const body = beforeData.replace(
    /<div id="root">.*<\/div>/s,
    () => `<script>${keepEarlyInput}</script><div id="root" ${renderedAttribute}>${markup}</div>`,
  );
  const starter = `<template id="code">${code}</template>${data}<script>${startAfterPaint}</script>`;
  return beforeLinks.replaceAll(codeTags, '') + body + starter + end;
}

/**
 * Moves the style attributes of rendered markup to one style element, because the content security policy allows an
 * element by its hash but never attributes.
 * @param markup markup of React, in which quotes occur in tags only
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

/** Decodes the entities of an attribute, and removes `<`, which could end the style element. */
const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('<', '');
