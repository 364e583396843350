package io.koordbridge.manager.damping;

import io.koordbridge.protocol.PureCore;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Divides an amount by the largest remainders: whole shares, as near to the proportion as they can be. */
@PureCore
final class Apportionment {

    private Apportionment() {}

    /**
     * What each gets: all that it wishes where there is enough for all, otherwise its proportional share of the amount, which is
     * used up. Nobody gets more than it wishes.
     *
     * @param wishes none below zero
     */
    static long[] of(long amount, long[] wishes) {
        BigInteger all = Arrays.stream(wishes).mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger divided = BigInteger.valueOf(Math.max(amount, 0));
        if (all.compareTo(divided) <= 0) {
            return wishes.clone();
        }
        long[] shares = new long[wishes.length];
        BigInteger[] remainders = new BigInteger[wishes.length];
        long left = divided.longValueExact();
        for (int i = 0; i < wishes.length; i++) {
            BigInteger[] share = BigInteger.valueOf(wishes[i]).multiply(divided).divideAndRemainder(all);
            shares[i] = share[0].longValueExact();
            remainders[i] = share[1];
            left -= shares[i];
        }
        IntStream.range(0, wishes.length)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> remainders[i]).reversed())
                .limit(left)
                .forEach(i -> shares[i]++);
        return shares;
    }
}
