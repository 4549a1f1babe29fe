import { lazy } from 'react';

const load = () => import('./ProductDialog.tsx');

/** The dialog with the form, whose code comes when it is needed. */
export const LazyProductDialog = lazy(async () => ({ default: (await load()).ProductDialog }));

/** For its buttons: fetches the code when pointer or keyboard reach them. */
export const dialogNear = { onFocus: () => void load(), onPointerEnter: () => void load() };
