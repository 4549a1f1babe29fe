import { lazy } from 'react';

const load = () => import('./PromoCodeDialog.tsx');

/** The dialog with the form, whose code comes when it is needed. */
export const LazyPromoCodeDialog = lazy(async () => ({ default: (await load()).PromoCodeDialog }));

/** For its buttons: fetches the code when pointer or keyboard reach them. */
export const dialogNear = { onFocus: () => void load(), onPointerEnter: () => void load() };
