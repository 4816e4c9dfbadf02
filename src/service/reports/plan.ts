/** Plan for converting the rows of a report's query to its answer. */
import { formatCsvHeader } from "../../protocol/csv.ts";
import { type DetailField, GROUP_DETAILS, type GroupFields } from "../../protocol/groups.ts";
import type { Grouping, Viewer } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import { formatPath, quote } from "../../protocol/validation.ts";
import type { AnswerField, AnswerFormat, AnswerPlan, ColumnType } from "../answers/answer.ts";
import { listFlatMetrics } from "../answers/flatRecords.ts";
import { type FieldProblem, ProblemList } from "../values/problemList.ts";
import { chooseColumns, listColumns, listMainNames } from "./csvColumns.ts";
import { listAddedGroupings, listCells, listDetailFields, nameReader } from "./details.ts";
import { listShownMetrics, type ReportQuery, type ShownMetric } from "./query.ts";
import type { ReportRequest } from "./request.ts";

export function planAnswer(
  request: ReportRequest,
  query: ReportQuery,
  format: AnswerFormat,
  isCompressed: boolean,
  isFlat = false,
): AnswerPlan {
  const { count, totals, detailed, limit, offset, dateTimezone, role, csvFields } = request;
  const { groupings, filter, exclude, timezone } = request;
  const hasHours = groupings.includes("hour") || filter.hour !== undefined || exclude.hour !== undefined;
  const parts = describeParts(request, query.metrics);
  return {
    ...parts,
    format,
    isCompressed,
    count,
    totals,
    detailed,
    limit,
    offset,
    dateTimezone,
    timezone: hasHours ? timezone : undefined,
    flat: isFlat && format === "json" ? listFlatMetrics(parts.blocks, role) : undefined,
    columns: format === "csv" && csvFields ? chooseColumns(listColumns(parts, role), csvFields) : undefined,
  };
}

/** Finds problems of the column names that a request for CSV selects: each must be one of the report's. */
export function findColumnProblems(request: ReportRequest): FieldProblem[] {
  const { csvFields, role } = request;
  if (!csvFields) return [];
  const columns = listColumns(describeParts(request, listShownMetrics(request)), role);
  const problems = new ProblemList();
  for (const [at, name] of csvFields.entries())
    if (!columns.has(name))
      problems.add(formatPath(["output_csv_fields", at]), {
        code: "report-column-unknown",
        name: quote(name),
        values: listMainNames(columns),
      });
  return problems.list();
}

function describeParts(
  { groupings, detailed, projection, viewer }: ReportRequest,
  shown: readonly ShownMetric[],
): Pick<AnswerPlan, "groups" | "blocks"> {
  return {
    groups: [
      ...groupings.map((grouping) => ({
        grouping,
        fields: listFields(grouping, detailed, viewer),
        cells: listCells(grouping, groupings),
      })),
      ...listAddedGroupings(groupings).map((grouping) => ({ grouping, fields: [], cells: [] })),
    ],
    blocks: listKeys(projection).map((block) => ({
      block,
      metrics: shown.filter((metric) => metric.block === block).map(describeMetric),
    })),
  };
}

function listFields(grouping: Grouping, detailed: boolean, viewer: Viewer): AnswerField[] {
  const { fields, detailed: more = {} }: GroupFields = GROUP_DETAILS[grouping];
  const added = detailed ? listDetailFields(grouping, nameReader(viewer)) : [];
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
