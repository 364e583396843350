package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Why a node is overloaded, in numbers. */
@PureCore
final class LoadReason {

    private static final int DIGITS = 2;
    private static final double WHOLE = 100;

    private LoadReason() {}

    /** Each resource above its threshold, such as {@code node is overutilized, node cpu usage(82%)>threshold(75%)}. */
    static String of(NodeLoad node, LoadSide side) {
        StringBuilder text = new StringBuilder("node is overutilized");
        for (int key = 0; key < node.keys().size(); key++) {
            long used = side.usage(node)[key];
            long high = side.high(node)[key];
            if (used > high) {
                text.append(", ")
                        .append(side.word())
                        .append(' ')
                        .append(node.keys().name(key));
                text.append(" usage(").append(share(used, node.capacity()[key])).append("%)>threshold(");
                text.append(share(high, node.capacity()[key])).append("%)");
            }
        }
        return text.toString();
    }

    private static String share(long amount, long capacity) {
        return capacity <= 0 ? "0" : percent(amount * WHOLE / capacity);
    }

    /** With two digits after the point at most. */
    static String percent(double percent) {
        return BigDecimal.valueOf(percent)
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
