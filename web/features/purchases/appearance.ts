import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

/** How the provider shall draw its card form: in the portal's colours, following the theme. */
export function useAppearance(): Appearance {
  const isDark = useSyncExternalStore(watchTheme, () => document.documentElement.classList.contains('dark'));
  return useMemo(() => appearanceOf(isDark), [isDark]);
}

function watchTheme(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** The form lives in frames of the provider, which see no style of ours: it is told values, read from the tokens. */
function appearanceOf(isDark: boolean): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(name).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      colorPrimary: token('--primary'),
      colorBackground: token('--card'),
      colorText: token('--foreground'),
      colorTextSecondary: token('--muted-foreground'),
      colorTextPlaceholder: token('--muted-foreground'),
      colorDanger: token('--destructive'),
      colorSuccess: token('--free'),
      colorWarning: token('--warning-text'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      spacingUnit: '4px',
      borderRadius: token('--radius-md'),
      focusBoxShadow: 'none',
      focusOutline: `2px solid ${token('--ring')}`,
    },
    rules: {
      '.Label': { fontWeight: '600', fontSize: '14px' },
      '.Input': { border: `1px solid ${token('--input')}`, boxShadow: 'none' },
      '.Input--invalid': { border: `1px solid ${token('--destructive')}`, boxShadow: 'none' },
    },
  };
}
