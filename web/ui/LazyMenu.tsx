import { type ComponentType, cloneElement, type ReactElement, useState } from 'react';
import type { MenuProps } from './Menu.tsx';

let Menu: ComponentType<MenuProps> | null = null;

async function loadMenu() {
  Menu = (await import('./Menu.tsx')).Menu;
}

const loadEarly = () => void loadMenu().catch(() => undefined);

/** What the plain trigger receives before the menu's code has arrived. */
type TriggerProps = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
};

type LazyMenuProps = Omit<MenuProps, 'isOpenAtFirst' | 'trigger'> & {
  trigger: ReactElement<TriggerProps>;
  /** The menu was pressed, but its code could not be loaded. */
  onUnavailable: () => void;
};

/** A Menu whose code is fetched when the pointer or the keyboard reaches its button, and opened by the first press. */
export function LazyMenu({ trigger, onUnavailable, ...menu }: LazyMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted && Menu) return <Menu {...menu} trigger={trigger} isOpenAtFirst />;
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void loadMenu().then(() => setIsWanted(true), onUnavailable),
    onFocus: loadEarly,
    onPointerEnter: loadEarly,
  });
}
