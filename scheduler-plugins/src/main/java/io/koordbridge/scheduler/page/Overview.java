package io.koordbridge.scheduler.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.page.stream.LiveDocument;
import io.koordbridge.page.table.TableQuery;
import io.koordbridge.page.table.TableView;
import io.koordbridge.page.table.TableView.Slice;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What there is at one moment. A reader sees a page of each table, however many rows there are.
 *
 * @param status of the replica
 */
@PureCore
public record Overview(Status status, List<QuotaRow> quotas, List<GangRow> gangs, List<ReservationRow> reservations) {

    public Overview {
        quotas = List.copyOf(quotas);
        gangs = List.copyOf(gangs);
        reservations = List.copyOf(reservations);
    }

    /**
     * The replica.
     *
     * @param time ISO 8601
     * @param acts whether the kube-scheduler beside it leads
     * @param missing what is not read yet
     * @param unwatched of what no changes arrive
     * @param quotas whether elastic quotas are on; likewise the next ones
     */
    public record Status(
            String time,
            boolean acts,
            List<String> missing,
            List<String> unwatched,
            boolean quotas,
            boolean gangs,
            boolean reservations) {

        public Status {
            missing = List.copyOf(missing);
            unwatched = List.copyOf(unwatched);
        }
    }

    /** Which rows of each table a reader wants. */
    public record Query(TableQuery quotas, TableQuery gangs, TableQuery reservations) {

        /**
         * From parameters such as {@code gangs.find}.
         *
         * @throws IllegalArgumentException naming the table, the parameter, its value and what is allowed
         */
        public static Query of(Map<String, String> parameters) {
            return new Query(
                    table("quotas", parameters), table("gangs", parameters), table("reservations", parameters));
        }

        private static TableQuery table(String table, Map<String, String> parameters) {
            String prefix = table + ".";
            Map<String, String> own = new TreeMap<>();
            parameters.forEach((name, value) -> {
                if (name.startsWith(prefix)) {
                    own.put(name.substring(prefix.length()), value);
                }
            });
            try {
                return TableQuery.of(own);
            } catch (IllegalArgumentException bad) {
                throw new IllegalArgumentException(prefix + bad.getMessage(), bad);
            }
        }
    }

    /**
     * The document of a page.
     *
     * @throws IllegalArgumentException for a query that names what does not exist
     */
    public ObjectNode document(Query query, ObjectMapper json) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.set("status", json.valueToTree(status));
        ObjectNode states = document.putObject("states");
        states.set("quotas", json.valueToTree(count(quotas, QuotaRows.VIEW.state())));
        states.set("gangs", json.valueToTree(count(gangs, GangRow.VIEW.state())));
        states.set("reservations", json.valueToTree(count(reservations, ReservationRow.VIEW.state())));
        document.set("quotas", keyed(QuotaRows.VIEW, quotas, query.quotas(), json));
        document.set("gangs", keyed(GangRow.VIEW, gangs, query.gangs(), json));
        document.set("reservations", keyed(ReservationRow.VIEW, reservations, query.reservations(), json));
        return document;
    }

    /** Number of rows by state. */
    private static <T> Map<String, Integer> count(List<T> rows, Function<T, String> state) {
        Map<String, Integer> counts = new TreeMap<>();
        rows.forEach(row -> counts.merge(state.apply(row), 1, Integer::sum));
        return counts;
    }

    private static <T> ObjectNode keyed(TableView<T> view, List<T> rows, TableQuery query, ObjectMapper json) {
        Slice<T> slice = view.select(rows, query);
        ObjectNode tree = LiveDocument.keyed(json.valueToTree(slice.rows()), "name");
        return tree.put("total", slice.total()).put("fitting", slice.fitting()).put("offset", slice.offset());
    }

    /** A page of the quotas, in the form of {@code GET /api/v1/quotas}. */
    Slice<QuotaRow> quotas(TableQuery query) {
        return QuotaRows.VIEW.select(quotas, query);
    }

    /** A page of the gangs, in the form of {@code GET /api/v1/gangs}. */
    Slice<GangRow> gangs(TableQuery query) {
        return GangRow.VIEW.select(gangs, query);
    }

    /** A page of the reservations, in the form of {@code GET /api/v1/reservations}. */
    Slice<ReservationRow> reservations(TableQuery query) {
        return ReservationRow.VIEW.select(reservations, query);
    }
}
