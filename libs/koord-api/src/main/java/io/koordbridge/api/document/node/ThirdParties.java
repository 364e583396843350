package io.koordbridge.api.document.node;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The annotation {@link Annotations#NODE_THIRD_PARTY_ALLOCATIONS} of a Node: who but pods holds batch resources. YARN specification
 * sections 1.5, 1.6 and 6.6. Writers: yarn-operator for its entry, any other allocator for its own.
 *
 * <table>
 * <caption>Readings</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>no annotation, JSON {@code null}</td><td>absent: others hold nothing</td><td>none</td></tr>
 * <tr><td>{@code {}}, allocations absent, null or empty</td><td>no entries</td><td>none</td></tr>
 * <tr><td>no JSON, another shape, an amount that is no quantity (also of an entry that does not count)</td>
 *     <td>none</td><td>the document</td></tr>
 * <tr><td>an entry of priority {@code koord-batch}</td><td>counts</td><td>none</td></tr>
 * <tr><td>an entry of another known priority</td><td>does not count</td><td>none</td></tr>
 * <tr><td>an entry of no or an unknown priority</td><td>does not count</td><td>its priority</td></tr>
 * <tr><td>an amount of batch-cpu or batch-memory that is negative or above 2^53</td>
 *     <td>0, or what fills the node</td><td>the amount</td></tr>
 * <tr><td>an entry without resources, or with other names only; a null entry</td><td>holds nothing</td><td>none</td></tr>
 * <tr><td>several entries of one name</td><td>each counts; the first of YARN's name is yarn-operator's</td><td>none</td></tr>
 * </table>
 *
 * <p>For a document that cannot be read the last good one stays, for a wrong entry the last good entry of its name ({@link
 * #withLastGood}):
 *
 * <table>
 * <caption>Effects</caption>
 * <tr><th>process</th><th>with an earlier good value</th><th>without one</th></tr>
 * <tr><td>koord-manager</td><td>subtracts it; event, metric</td><td>document: subtracts what the Node shows as taken, else nothing; entry:
 *     as in the table; event, metric</td></tr>
 * <tr><td>yarn-operator</td><td>others hold it, and a document that cannot be read is written with it and YARN's entry; problem on page,
 *     log</td><td>document: others hold nothing, and it is written with YARN's entry; entry: as in the table; problem on page,
 *     log</td></tr>
 * <tr><td>clean-up of koord-manager</td><td colspan="2">leaves a document that cannot be read to its writer; takes every entry of YARN's name
 *     otherwise</td></tr>
 * <tr><td>{@code colo} and the ledger of the lab</td><td colspan="2">have no earlier value: as in the table</td></tr>
 * </table>
 *
 * @param entries in the order of the document, wrong ones too: whoever writes the document again leaves what others wrote
 */
@PureCore
public record ThirdParties(List<ThirdPartyAllocation> entries) {

    /** There are no entries. */
    public static final ThirdParties NONE = new ThirdParties(List.of());

    private static final String ALLOWED =
            "{\"allocations\":[{\"name\":text,\"priority\":text,\"resources\":{name:quantity}}]}";
    private static final String PRIORITIES = "koord-prod, koord-mid, koord-batch, koord-free";
    private static final int MOST_PROBLEMS = 10;

    public ThirdParties {
        entries = List.copyOf(entries);
    }

    /** Reads the annotation of a Node. */
    public static Decoded<ThirdParties> read(HasMetadata node) {
        Decoded<ThirdParties> read = JsonDocument.of(
                        node, Annotations.NODE_THIRD_PARTY_ALLOCATIONS, ThirdPartyAllocations.class, ALLOWED)
                .map(found -> new ThirdParties(orEmpty(found.allocations())));
        ThirdParties found = read.value();
        return found == null ? read : new Decoded<>(found, found.problems());
    }

    /** Entries that count. */
    public List<ThirdPartyAllocation> batch() {
        return entries.stream()
                .filter(one -> PriorityClass.BATCH.wireName().equals(one.priority()))
                .toList();
    }

    /**
     * What counts: where an entry is wrong, the last good one of its name.
     *
     * @param last what counted before, null when nothing did
     */
    public ThirdParties withLastGood(@Nullable ThirdParties last) {
        if (last == null) {
            return this;
        }
        Map<String, Deque<ThirdPartyAllocation>> before = new HashMap<>();
        last.entries()
                .forEach(one -> before.computeIfAbsent(name(one), unused -> new ArrayDeque<>())
                        .add(one));
        List<ThirdPartyAllocation> counted = new ArrayList<>();
        for (ThirdPartyAllocation one : entries) {
            Deque<ThirdPartyAllocation> earlier = before.get(name(one));
            ThirdPartyAllocation same = earlier == null ? null : earlier.poll();
            counted.add(same == null || problem("", one).isEmpty() ? one : same);
        }
        return new ThirdParties(counted);
    }

    private static String name(ThirdPartyAllocation entry) {
        return entry.name() == null ? "" : entry.name();
    }

    private List<WireProblem> problems() {
        List<WireProblem> problems = new ArrayList<>();
        for (int at = 0; at < entries.size() && problems.size() < MOST_PROBLEMS; at++) {
            problem("allocations[" + at + "].", entries.get(at)).ifPresent(problems::add);
        }
        return problems;
    }

    private static Optional<WireProblem> problem(String path, ThirdPartyAllocation entry) {
        String priority = entry.priority() == null ? "" : entry.priority();
        if (PriorityClass.ofName(priority) == PriorityClass.NONE) {
            return Optional.of(
                    new WireProblem(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, path + "priority", priority, PRIORITIES));
        }
        Map<String, Quantity> resources = orEmpty(entry.resources());
        return PriorityClass.BATCH.wireName().equals(priority)
                ? BatchRange.problems(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, path + "resources.", resources).stream()
                        .findFirst()
                : Optional.empty();
    }
}
