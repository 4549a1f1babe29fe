import { Link } from '@tanstack/react-router';
import type { AnalyticsQuery, Figure } from '#contract/analytics.ts';
import { classes } from '../../ui/classes.ts';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { figureNames } from './figure-display.ts';

type FigureLinkProps = {
  figure: Figure;
  range: AnalyticsQuery;
  /** The number as it is shown. */
  text: string;
  /** Of `payment`: whose payments. */
  resourceId?: number;
  country?: string;
};

/** A number that opens the payments or changes behind it. */
export function FigureLink({ figure, range, text, ...of }: FigureLinkProps) {
  return (
    <Link
      to="/admin-dashboard/figures"
      search={{ figure, ...range, ...of }}
      className={classes(textLinkClasses, 'tabular-nums')}
    >
      {text}
      <VisuallyHidden>: {figureNames[figure]}</VisuallyHidden>
    </Link>
  );
}
