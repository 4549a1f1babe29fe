import { type ComponentType, cloneElement, type MouseEvent, type ReactElement, useState } from 'react';
import type { MenuProps } from './Menu.tsx';

let Menu: ComponentType<MenuProps> | null = null;

async function loadMenu() {
  Menu = (await import('./Menu.tsx')).Menu;
}

const loadEarly = () => void loadMenu().catch(() => undefined);

/** Props that the plain trigger gets before the menu's code is loaded. */
type TriggerProps = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: (event: MouseEvent) => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
};

type LazyMenuProps = Omit<MenuProps, 'openedBy' | 'trigger'> & {
  trigger: ReactElement<TriggerProps>;
  /** Called when the menu was pressed but its code could not be loaded. */
  onUnavailable: () => void;
};

/** Menu whose code is fetched when the pointer or the keyboard reaches its button. The first press opens it. */
export function LazyMenu({ trigger, onUnavailable, ...menu }: LazyMenuProps) {
  const [openedBy, setOpenedBy] = useState<MenuProps['openedBy']>();
  if (openedBy && Menu) return <Menu {...menu} trigger={trigger} openedBy={openedBy} />;
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A click without a press (`detail` 0) comes from the keyboard.
    onClick: ({ detail }) => void loadMenu().then(() => setOpenedBy(detail ? 'pointer' : 'keyboard'), onUnavailable),
    onFocus: loadEarly,
    onPointerEnter: loadEarly,
  });
}
