import type { Contender } from "./contenders.ts";
import type { Measured } from "./report.ts";
export async function writeCharts(_all: Contender[], _measured: Measured[]): Promise<void> {}
