import { lazy } from 'react';

const loadForm = () => import('./UserDialog.tsx');
const loadManager = () => import('../../access/admin/AccessManager.tsx');

/** Dialogs whose code comes when it is needed. */
export const LazyUserDialog = lazy(async () => ({ default: (await loadForm()).UserDialog }));
export const LazyAccessManager = lazy(async () => ({ default: (await loadManager()).AccessManager }));

/** For their buttons: fetches the code when pointer or keyboard reach them. */
export const formNear = { onFocus: () => void loadForm(), onPointerEnter: () => void loadForm() };
export const managerNear = { onFocus: () => void loadManager(), onPointerEnter: () => void loadManager() };
