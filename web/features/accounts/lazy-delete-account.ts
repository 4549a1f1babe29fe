import { lazy } from 'react';

const load = () => import('./DeleteAccountDialog.tsx');

/** The dialog, whose code comes when it is needed. */
export const LazyDeleteAccountDialog = lazy(async () => ({ default: (await load()).DeleteAccountDialog }));

/** For its button: fetches the code when pointer or keyboard reach it. */
export const deleteNear = { onFocus: () => void load(), onPointerEnter: () => void load() };
