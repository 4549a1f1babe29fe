import { Link } from '@tanstack/react-router';
import type { AnalyticsQuery, Figure } from '#contract/analytics.ts';
import { formatMoney } from '#contract/money.ts';
import { classes } from '../../ui/classes.ts';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { figureNames } from './figure-display.ts';

type FigureLinkProps = { figure: Figure; range: AnalyticsQuery; amount: number; currency: string };

/** An amount that opens the payments or changes behind it. */
export function FigureLink({ figure, range, amount, currency }: FigureLinkProps) {
  return (
    <Link
      to="/admin-dashboard/figures"
      search={{ figure, ...range }}
      className={classes(textLinkClasses, 'tabular-nums')}
    >
      {formatMoney(amount, currency)}
      <VisuallyHidden>: {figureNames[figure]}</VisuallyHidden>
    </Link>
  );
}
