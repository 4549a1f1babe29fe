import type { ChangeEvent } from 'react';
import { firstCharacters, hasAtMost } from '#contract/characters.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Cuts what is typed or pasted to so many characters as people see them, before `onChange` reads it. The attribute
 * `maxlength` counts UTF-16 units instead, of which an emoji has up to a dozen.
 */
export function withLimit<Element extends Control>(
  onChange: ((event: ChangeEvent<Element>) => void) | undefined,
  most: number | undefined,
): ((event: ChangeEvent<Element>) => void) | undefined {
  if (most === undefined) return onChange;
  return (event) => {
    const { target, nativeEvent } = event;
    // Half-written characters of an input method are not cut off.
    const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
    if (!isComposing && !hasAtMost(target.value, most)) target.value = firstCharacters(target.value, most);
    onChange?.(event);
  };
}
