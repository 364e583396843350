package io.koordbridge.scheduler.page;

import io.koordbridge.page.table.TableView;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.page.QuotaRow.Amounts;
import io.koordbridge.scheduler.page.QuotaRow.State;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Quotas as rows, children after their parents. */
@PureCore
final class QuotaRows {

    static final int MOST_RESOURCES = 8;
    /** Beyond that a limit is none. */
    private static final long UNLIMITED = Long.MAX_VALUE / 2000;

    static final TableView<QuotaRow> VIEW = new TableView<>(
            // Trees one after the other; a blank sorts before all letters of a name.
            row -> row.tree() + " " + row.path(),
            row -> row.state().name(),
            Arrays.stream(State.values()).map(Enum::name).toList(),
            row -> TableView.words(row.path(), row.tree(), row.state(), row.note()),
            columns());

    private final Map<String, QuotaSpec> specs = new HashMap<>();
    private final Map<String, QuotaState> states = new HashMap<>();
    private final Map<String, Integer> waiting;

    private QuotaRows(
            List<QuotaSpec> quotas, Map<String, Map<String, QuotaState>> trees, Map<String, Integer> waiting) {
        quotas.forEach(quota -> specs.put(quota.name(), quota));
        trees.values().forEach(states::putAll);
        this.waiting = waiting;
    }

    /**
     * A row for each quota.
     *
     * @param trees states by tree and name
     * @param waiting number of pods without a node by quota
     */
    static List<QuotaRow> of(
            List<QuotaSpec> quotas, Map<String, Map<String, QuotaState>> trees, Map<String, Integer> waiting) {
        QuotaRows all = new QuotaRows(quotas, trees, waiting);
        return quotas.stream().map(all::row).toList();
    }

    private QuotaRow row(QuotaSpec quota) {
        QuotaState state = states.get(quota.name());
        List<String> path = path(quota);
        Set<String> names = new TreeSet<>(quota.max().names());
        names.addAll(quota.min().names());
        if (state != null) {
            names.addAll(state.request().names());
        }
        List<Amounts> amounts = names.stream()
                .limit(MOST_RESOURCES)
                .map(name -> amounts(name, quota, state))
                .toList();
        return new QuotaRow(
                quota.name(),
                quota.tree().id(),
                quota.parent(),
                String.join(" ", path),
                path.size() - 1,
                state == null ? State.UNUSED : state(quota, amounts),
                note(quota, state, names.size()),
                waiting.getOrDefault(quota.name(), 0),
                amounts);
    }

    private List<String> path(QuotaSpec quota) {
        List<String> path = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        QuotaSpec at = quota;
        while (at != null && seen.add(at.name())) {
            path.add(0, at.name());
            at = specs.get(at.parent());
        }
        return path;
    }

    private static Amounts amounts(String resource, QuotaSpec quota, @Nullable QuotaState state) {
        Long max = quota.max().has(resource) ? limit(quota.max().get(resource)) : null;
        if (state == null) {
            return new Amounts(resource, quota.min().get(resource), max, 0L, 0, 0, 0);
        }
        long runtime = state.runtime().get(resource);
        boolean limited = quota.max().has(resource);
        return new Amounts(
                resource,
                quota.min().get(resource),
                max,
                limited ? limit(runtime) : null,
                state.used().get(resource),
                state.request().get(resource),
                limited && !quota.builtIn() ? runtime - state.promise(resource) : 0);
    }

    private static @Nullable Long limit(long amount) {
        return amount >= UNLIMITED ? null : amount;
    }

    private static State state(QuotaSpec quota, List<Amounts> amounts) {
        if (quota.builtIn()) {
            return State.WITHIN;
        }
        if (amounts.stream().anyMatch(one -> one.runtime() != null && one.request() > one.runtime())) {
            return State.SHORT;
        }
        if (amounts.stream().anyMatch(one -> one.borrowed() > 0)) {
            return State.BORROWING;
        }
        return amounts.stream().anyMatch(one -> one.borrowed() < 0) ? State.LENDING : State.WITHIN;
    }

    private static String note(QuotaSpec quota, @Nullable QuotaState state, int resources) {
        if (state == null) {
            return quota.name().equals(WellKnown.ROOT_QUOTA)
                    ? ""
                    : "its parent " + quota.parent() + " does not exist, or is below it: its pods wait";
        }
        String more = resources > MOST_RESOURCES ? "and " + (resources - MOST_RESOURCES) + " more resources" : "";
        return quota.lent() || quota.builtIn() ? more : more + (more.isEmpty() ? "" : "; ") + "lends nothing";
    }

    private static Map<String, Function<QuotaRow, @Nullable Number>> columns() {
        Map<String, Function<QuotaRow, @Nullable Number>> columns = new HashMap<>();
        Map<String, Function<Amounts, @Nullable Long>> fields = Map.of(
                "min", boxed(Amounts::min),
                "max", Amounts::max,
                "runtime", Amounts::runtime,
                "used", boxed(Amounts::used),
                "request", boxed(Amounts::request),
                "borrowed", boxed(Amounts::borrowed));
        fields.forEach((field, amount) -> {
            columns.put(field + "CpuMilli", first(amount, ResourceNames.CPU, ResourceNames.BATCH_CPU));
            columns.put(field + "MemoryBytes", first(amount, ResourceNames.MEMORY, ResourceNames.BATCH_MEMORY));
        });
        columns.put("waiting", QuotaRow::waiting);
        return columns;
    }

    private static Function<Amounts, @Nullable Long> boxed(ToLongFunction<Amounts> amount) {
        return amount::applyAsLong;
    }

    /** The amount of the first of these resources that a row has. */
    private static Function<QuotaRow, @Nullable Number> first(
            Function<Amounts, @Nullable Long> amount, String... resources) {
        return row -> Arrays.stream(resources)
                .flatMap(name -> row.resources().stream()
                        .filter(one -> one.resource().equals(name))
                        .limit(1))
                .findFirst()
                .map(amount)
                .orElse(null);
    }
}
