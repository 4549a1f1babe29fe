import { createContext, useContext } from 'react';
import { usualWords, type Words } from '#contract/words.ts';

/** The portal's words for principles, phases and roles. The root of the app provides them. */
export const WordsContext = createContext<Words>(usualWords);

/** Returns this portal's words for principles, phases and roles. */
export function useWords(): Words {
  return useContext(WordsContext);
}
