package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.ResourceNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What nodes offer to batch pods while they are empty: a pod that no node could hold waits for something else than YARN's part. */
final class BatchRooms {

    private final Map<String, Room> rooms = new HashMap<>();

    /** One node. */
    private static final class Room {

        private final BatchAmount offered;
        /**
         * Hash of each, in order: of thousands of nodes the texts would take too much memory, and a rare mistake only lets a pod count that
         * waits.
         */
        private final int[] labels;

        Room(BatchAmount offered, int[] labels) {
            this.offered = offered;
            this.labels = labels;
        }

        boolean has(Map<String, String> selector) {
            return selector.entrySet().stream().allMatch(wanted -> Arrays.binarySearch(labels, hash(wanted)) >= 0);
        }

        private static int hash(Map.Entry<String, String> label) {
            return (label.getKey() + "=" + label.getValue()).hashCode();
        }
    }

    /** A node came or changed. */
    synchronized void put(Node node) {
        String name = node.getMetadata().getName();
        Room before = rooms.get(name);
        Map<String, String> labels = node.getMetadata().getLabels();
        int[] hashes = labels == null
                ? new int[0]
                : labels.entrySet().stream().mapToInt(Room::hash).sorted().toArray();
        rooms.put(name, new Room(offered(node, before == null ? BatchAmount.ZERO : before.offered), hashes));
    }

    synchronized void gone(String name) {
        rooms.remove(name);
    }

    private static BatchAmount offered(Node node, BatchAmount before) {
        Decoded<Origin> read = Origin.read(node);
        Origin origin = read.value();
        if (origin == null && !read.isGood()) {
            return before;
        }
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        return batch(origin == null ? allocatable : origin.resources());
    }

    private static BatchAmount batch(@Nullable Map<String, Quantity> resources) {
        return new BatchAmount(
                        Quantities.value(resources, ResourceNames.BATCH_CPU),
                        Quantities.value(resources, ResourceNames.BATCH_MEMORY))
                .clamped();
    }

    /** The most of each resource that a node with some labels offers. */
    synchronized BatchAmount largest(Map<String, String> selector) {
        long milliCpu = 0;
        long bytes = 0;
        for (Room room : rooms.values()) {
            if (room.has(selector)) {
                milliCpu = Math.max(milliCpu, room.offered.milliCpu());
                bytes = Math.max(bytes, room.offered.bytes());
            }
        }
        return new BatchAmount(milliCpu, bytes);
    }
}
