/** How the rows of a report's query become its answer. */
import { formatCsvHeader } from "../../protocol/csv.ts";
import { type DetailField, GROUP_DETAILS, type GroupFields } from "../../protocol/groups.ts";
import type { AccountKind, Grouping } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import type { AnswerField, AnswerFormat, AnswerPlan, ColumnType } from "../answers/answer.ts";
import { listDetailFields } from "./details.ts";
import type { ReportQuery, ShownMetric } from "./query.ts";
import type { ReportRequest } from "./request.ts";

export function planAnswer(
  request: ReportRequest,
  query: ReportQuery,
  format: AnswerFormat,
  isCompressed: boolean,
): AnswerPlan {
  const { count, totals, detailed, limit, offset, dateTimezone, groupings, projection, viewer } = request;
  return {
    format,
    isCompressed,
    count,
    totals,
    detailed,
    limit,
    offset,
    dateTimezone,
    groups: groupings.map((grouping) => ({ grouping, fields: listFields(grouping, detailed, viewer.kind) })),
    blocks: listKeys(projection).map((block) => ({
      block,
      metrics: query.metrics.filter((metric) => metric.block === block).map(describeMetric),
    })),
  };
}

function listFields(grouping: Grouping, detailed: boolean, kind: AccountKind): AnswerField[] {
  const { fields, detailed: more = {} }: GroupFields = GROUP_DETAILS[grouping];
  const added = detailed ? listDetailFields(grouping, kind) : [];
  return [...Object.entries(fields), ...Object.entries(more).filter(([name]) => added.includes(name))].map(
    ([name, field]) => ({
      name,
      column: formatCsvHeader(["group_by", grouping, name]),
      type: chooseFieldType(field),
    }),
  );
}

function chooseFieldType(field: DetailField): ColumnType {
  if (field === "integer") return "BIGINT";
  return field === "day" ? "DATE" : "VARCHAR";
}

/** Sums have decimal types, so that no digit is lost; stored money has nine places. */
function describeMetric({ block, name, definition }: ShownMetric): AnswerField {
  const sum = definition.unit === "money" ? "DECIMAL(38,9)" : "DECIMAL(38,0)";
  return {
    name,
    column: block === "base" ? name : `${block}.${name}`,
    type: definition.sum ? sum : "DOUBLE",
  };
}
