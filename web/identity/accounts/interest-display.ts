import type { Goal } from '#contract/interests.ts';

/** Labels of the goals that bring members here, in the order of the screen. */
export const goalNames: Record<Goal, string> = {
  set_rules: 'Set rules for AI in my organisation',
  choose_supplier: 'Choose or check a supplier',
  prepare_team: 'Prepare my team',
  check_system: 'Check a system before launch',
  look_around: 'Look around',
};
