import * as react from 'react/jsx-runtime';
import { separateTexts } from './separate-texts.ts';

// biome-ignore lint/performance/noBarrelFile: JSX asks this module for all three names
export { Fragment, type JSX } from 'react/jsx-runtime';

/** Creates an element with React's `jsx`, after each text beside other elements got an element of its own (GEN-28). */
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, separateTexts(type, props), key);
export { jsx as jsxs };
