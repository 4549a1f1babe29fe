import type { ChangeEvent } from 'react';
import { countCharacters, firstCharacters, hasAtMost } from '#contract/characters.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Cuts typed or pasted text to `most` characters as people see them, before `onChange` reads it. The attribute
 * `maxlength` counts UTF-16 units instead, of which an emoji has up to a dozen.
 */
export function withLimit<Element extends Control>(
  onChange: ((event: ChangeEvent<Element>) => void) | undefined,
  most: number | undefined,
): ((event: ChangeEvent<Element>) => void) | undefined {
  if (most === undefined) return onChange;
  return (event) => {
    const { target, nativeEvent } = event;
    // Half-written characters of an input method are kept.
    const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
    if (!isComposing && !hasAtMost(target.value, most)) cut(target, most);
    onChange?.(event);
  };
}

/** Removes the excess in front of the caret, where it was typed, so that the text behind the caret stays. */
function cut(target: Control, most: number): void {
  const { value, selectionEnd } = target;
  const behind = value.slice(selectionEnd ?? value.length);
  const before = firstCharacters(value.slice(0, value.length - behind.length), most - countCharacters(behind));
  target.value = firstCharacters(before + behind, most);
  // Scripts cannot set the caret in fields of some types, such as email.
  if (selectionEnd !== null) target.setSelectionRange(before.length, before.length);
}
