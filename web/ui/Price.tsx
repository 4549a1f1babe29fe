import { formatMoney } from '#contract/money.ts';
import { classes } from './classes.ts';
import { intervalWords, type PriceInterval } from './money-format.ts';

export type PriceProps = {
  /** Major units, as the API replies them. */
  amount: number | string;
  /** ISO 4217 code. */
  currency: string;
  interval?: PriceInterval;
  /** Tax is added to the amount. */
  isBeforeTax?: boolean;
  /** `large` is the amount of a pricing box, `medium` of a plan, `small` runs in text and rows. */
  size?: 'small' | 'medium' | 'large';
};

const amountLooks = {
  small: 'font-semibold',
  medium: 'font-display text-2xl font-semibold tracking-display',
  large: 'font-display text-4xl font-semibold tracking-[-0.02em]',
};

const intervalLooks = {
  small: 'text-xs font-normal text-muted-foreground',
  medium: 'block text-sm font-normal text-muted-foreground',
  large: 'ml-1 text-base font-normal text-muted-foreground',
};

/** The one way a price is shown: amount, currency and interval, in tabular figures. */
export function Price({ amount, currency, interval, isBeforeTax, size = 'small' }: PriceProps) {
  const words = [interval && intervalWords(interval), isBeforeTax && 'plus tax'].filter(Boolean).join(' ');
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className={amountLooks[size]}>{formatMoney(Number(amount), currency)}</span>
      {words ? <span className={classes(intervalLooks[size])}> {words}</span> : null}
    </span>
  );
}
