import { lazy } from 'react';

const load = () => import('./ResourceDialog.tsx');

/** The dialog with the forms, whose code comes when it is needed. */
export const LazyResourceDialog = lazy(async () => ({ default: (await load()).ResourceDialog }));

/** For its buttons: fetches the code when pointer or keyboard reach them. */
export const dialogNear = { onFocus: () => void load(), onPointerEnter: () => void load() };
