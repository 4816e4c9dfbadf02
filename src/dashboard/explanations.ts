/** Sentences that explain numbers: what changed in an account, and why requests stayed empty. Loaded on demand. */

export { Summary } from "./reports/summary/Summary.tsx";
export { BudgetForecast } from "./why/BudgetForecast.tsx";
export { CampaignWhy } from "./why/CampaignWhy.tsx";
export { ZoneWhy } from "./why/ZoneWhy.tsx";
