import { type ComponentType, cloneElement, type MouseEvent, type ReactElement, useState } from 'react';
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
  onClick?: (event: MouseEvent) => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
};

type LazyMenuProps = Omit<MenuProps, 'openedBy' | 'trigger'> & {
  trigger: ReactElement<TriggerProps>;
  /** The menu was pressed, but its code could not be loaded. */
  onUnavailable: () => void;
};

/** A Menu whose code is fetched when the pointer or the keyboard reaches its button, and opened by the first press. */
export function LazyMenu({ trigger, onUnavailable, ...menu }: LazyMenuProps) {
  const [openedBy, setOpenedBy] = useState<MenuProps['openedBy']>();
  if (openedBy && Menu) return <Menu {...menu} trigger={trigger} openedBy={openedBy} />;
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A click without a press is one of the keyboard.
    onClick: ({ detail }) => void loadMenu().then(() => setOpenedBy(detail ? 'pointer' : 'keyboard'), onUnavailable),
    onFocus: loadEarly,
    onPointerEnter: loadEarly,
  });
}
