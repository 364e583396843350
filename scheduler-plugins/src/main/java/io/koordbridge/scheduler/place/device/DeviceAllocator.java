package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.balance.BalanceStrategy;
import io.koordbridge.scheduler.place.device.DeviceRequest.OfType;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses devices for one pod on one node; scheduler specification section 17. */
@PureCore
final class DeviceAllocator {

    static final String VIOLATED = "node(s) Device Joint-Allocate rules violation";

    private final NodeDevices devices;
    private final DeviceUsage usage;
    private final BalanceStrategy strategy;
    private final @Nullable NumaSet numaNodes;

    /**
     * What a pod gets.
     *
     * @param fit whether it gets all it asks for
     * @param grants by type, none when it does not
     */
    record Result(FitResult fit, SortedMap<String, List<Grant>> grants) {

        static Result refused(String reason) {
            return new Result(new FitResult(FitCode.UNSCHEDULABLE, List.of(reason)), new TreeMap<>());
        }

        /** Minors of the GPUs. */
        Set<Integer> gpus() {
            return grants.getOrDefault(DeviceNames.GPU, List.of()).stream()
                    .map(Grant::minor)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** A card that can give what is asked, and what that is. */
    private record Offer(Card card, ResourceVector need, long score, Optional<Card.Function> function) {}

    private DeviceAllocator(
            NodeDevices devices, DeviceUsage usage, BalanceStrategy strategy, @Nullable NumaSet numaNodes) {
        this.devices = devices;
        this.usage = usage;
        this.strategy = strategy;
        this.numaNodes = numaNodes;
    }

    /**
     * The devices of a pod.
     *
     * @param numaNodes NUMA nodes whose devices may be used, null for all
     */
    static Result allocate(
            DeviceRequest request,
            NodeDevices devices,
            DeviceUsage usage,
            BalanceStrategy strategy,
            @Nullable NumaSet numaNodes) {
        return new DeviceAllocator(devices, usage, strategy, numaNodes).allocate(request);
    }

    private Result allocate(DeviceRequest request) {
        SortedMap<String, List<Grant>> grants = new TreeMap<>();
        Set<String> switches = new LinkedHashSet<>();
        String first = request.joint().stream().findFirst().orElse("");
        for (String type : order(request)) {
            boolean follows = request.joint().contains(type) && !type.equals(first);
            Set<String> preferred = follows ? switches : Set.of();
            OfType wanted = Objects.requireNonNull(request.types().get(type));
            List<Offer> chosen = chosen(type, wanted, preferred, request.samePcie() ? preferred.size() : 0);
            if (chosen.isEmpty()) {
                return Result.refused("Insufficient " + type + " devices");
            }
            Set<String> used = chosen.stream().map(offer -> offer.card().pcie()).collect(Collectors.toSet());
            if (type.equals(first)) {
                switches.addAll(used);
            } else if (follows && request.samePcie() && !used.equals(switches)) {
                return Result.refused(VIOLATED);
            }
            grants.put(type, chosen.stream().map(DeviceAllocator::grant).toList());
        }
        return new Result(FitResult.FITS, grants);
    }

    private static List<String> order(DeviceRequest request) {
        Set<String> order = new LinkedHashSet<>(request.joint());
        order.addAll(request.types().keySet());
        return List.copyOf(order);
    }

    private static Grant grant(Offer offer) {
        return new Grant(
                offer.card().minor(),
                offer.card().id(),
                offer.need(),
                offer.function().stream().toList());
    }

    /** The cards of a type, empty when there are too few. */
    private List<Offer> chosen(String type, OfType wanted, Set<String> preferred, int atLeast) {
        List<Card> matching = devices.ofType(type)
                .filter(card -> !card.total().isZero()
                        && isAllowed(card)
                        && wanted.wish().matches(card))
                .toList();
        int count = wanted.wish().strategy().equals(Wish.APPLY_FOR_ALL)
                ? matching.size()
                : Math.max(wanted.count(), atLeast);
        List<Offer> offers = matching.stream()
                .map(card -> offer(card, wanted))
                .flatMap(Optional::stream)
                .sorted(Comparator.<Offer>comparingInt(
                                offer -> preferred.contains(offer.card().pcie()) ? 0 : 1)
                        .thenComparingInt(offer -> usage.isFirst(offer.card()) ? 0 : 1)
                        .thenComparing(Comparator.comparingLong(Offer::score).reversed())
                        .thenComparingInt(offer -> offer.card().minor()))
                .toList();
        return switch (wanted.wish().scope()) {
            case Wish.PCIE -> within(offers, count, offer -> offer.card().pcie());
            case Wish.NUMA_NODE -> within(offers, count, DeviceAllocator::numaNode);
            default -> first(onEachSwitch(offers, preferred), count);
        };
    }

    private static Object numaNode(Offer offer) {
        Card.Place place = offer.card().place();
        return place == null ? "" : place.numaNode();
    }

    /** The first group that has enough, in the order of the offers. */
    private static List<Offer> within(List<Offer> offers, int count, Function<Offer, Object> group) {
        return offers.stream()
                .map(group)
                .distinct()
                .map(one -> first(
                        offers.stream()
                                .filter(offer -> group.apply(offer).equals(one))
                                .toList(),
                        count))
                .filter(enough -> !enough.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** One of each preferred switch comes before the second one of any. */
    private static List<Offer> onEachSwitch(List<Offer> offers, Set<String> preferred) {
        Set<Offer> ordered = new LinkedHashSet<>();
        for (String one : preferred) {
            offers.stream()
                    .filter(offer -> offer.card().pcie().equals(one))
                    .findFirst()
                    .ifPresent(ordered::add);
        }
        ordered.addAll(offers);
        return List.copyOf(ordered);
    }

    private static List<Offer> first(List<Offer> offers, int count) {
        return count == 0 || offers.size() < count ? List.of() : new ArrayList<>(offers.subList(0, count));
    }

    private boolean isAllowed(Card card) {
        Card.Place place = card.place();
        return numaNodes == null
                || (place != null
                        && (place.numaNode() < 0
                                || (place.numaNode() <= NumaSet.HIGHEST && numaNodes.contains(place.numaNode()))));
    }

    private Optional<Offer> offer(Card card, OfType wanted) {
        ResourceVector need = DeviceRequestReader.need(wanted, card);
        ResourceVector free = usage.free(card);
        if (need == null
                || need.names().stream().anyMatch(name -> free.get(name) < need.get(name))
                || (wanted.wish().exclusive() && !usage.used(card).isZero())) {
            return Optional.empty();
        }
        if (wanted.wish().functions() == null) {
            return Optional.of(new Offer(card, need, score(card, need, free), Optional.empty()));
        }
        Set<java.util.Map.Entry<String, String>> labels =
                wanted.wish().functions().entrySet();
        return card.functions().stream()
                .filter(function -> function.labels().entrySet().containsAll(labels) && usage.isFree(card, function))
                .min(Comparator.comparingInt(function -> usage.isFirst(card, function) ? 0 : 1))
                .map(function -> new Offer(card, need, score(card, need, free), Optional.of(function)));
    }

    /** Of a card with the pod on it, from 0 to 100. */
    private long score(Card card, ResourceVector need, ResourceVector free) {
        long sum = 0;
        int counted = 0;
        for (String name : need.names()) {
            long total = card.total().get(name);
            if (total > 0) {
                long left = free.get(name) - need.get(name);
                long part = strategy == BalanceStrategy.MOST_ALLOCATED ? total - left : left;
                sum += (long) ((double) part / total * 100);
                counted++;
            }
        }
        return counted == 0 ? 0 : sum / counted;
    }

    /** Score of a node on which a pod gets this, from 0 to 100: the average of its types over all their cards. */
    static long score(DeviceRequest request, NodeDevices devices, DeviceUsage usage, BalanceStrategy strategy) {
        long sum = 0;
        for (String type : request.types().keySet()) {
            OfType wanted = Objects.requireNonNull(request.types().get(type));
            double total = 0;
            double left = 0;
            for (Card card : devices.ofType(type).toList()) {
                for (String name : wanted.perCard().names()) {
                    total += (double) card.total().get(name)
                            / Math.max(1, wanted.perCard().get(name));
                    left += (double) usage.free(card).get(name)
                            / Math.max(1, wanted.perCard().get(name));
                }
            }
            left = Math.max(
                    0, left - (double) wanted.count() * wanted.perCard().names().size());
            double part = strategy == BalanceStrategy.MOST_ALLOCATED ? total - left : left;
            sum += total == 0 ? 0 : (long) (part / total * 100);
        }
        return request.types().isEmpty() ? 0 : sum / request.types().size();
    }
}
