import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import type { MenuProps } from './Menu.tsx';

const loadMenu = () => import('./Menu.tsx');
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }));

/** What the plain trigger receives before the menu's code has arrived. */
type TriggerProps = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
};

/** A Menu whose code is fetched when the pointer or the keyboard reaches its button, and opened by the first press. */
export function LazyMenu({
  trigger,
  ...menu
}: Omit<MenuProps, 'isOpenAtFirst' | 'trigger'> & { trigger: ReactElement<TriggerProps> }) {
  const [isWanted, setIsWanted] = useState(false);
  const plainTrigger = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setIsWanted(true),
    onFocus: () => void loadMenu(),
    onPointerEnter: () => void loadMenu(),
  });
  if (!isWanted) return plainTrigger;
  return (
    <Suspense fallback={plainTrigger}>
      <Menu {...menu} trigger={trigger} isOpenAtFirst />
    </Suspense>
  );
}
