package io.koordbridge.capacity.damping;

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
     * used up. No share exceeds its request.
     *
     * @param wishes none below zero
     */
    static long[] of(long amount, long[] wishes) {
        BigInteger all = sum(wishes);
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

    /**
     * The same with minimums: a share below its minimum gets just that, and the others divide the rest. Where the least
     * is more than the amount together, the least is what is shared.
     *
     * @param least none above its wish, none below zero
     */
    static long[] ofAtLeast(long amount, long[] wishes, long[] least) {
        if (sum(least).compareTo(BigInteger.valueOf(amount)) >= 0) {
            return of(amount, least);
        }
        long[] sharing = wishes.clone();
        long[] settled = new long[wishes.length];
        long left = amount;
        while (true) {
            long[] shares = of(left, sharing);
            int i = tooShort(shares, settled, least);
            if (i < 0) {
                Arrays.setAll(shares, at -> shares[at] + settled[at]);
                return shares;
            }
            settled[i] = least[i];
            sharing[i] = 0;
            left -= least[i];
        }
    }

    /** The first that would get less than its least, -1 for none. */
    private static int tooShort(long[] shares, long[] settled, long[] least) {
        return IntStream.range(0, shares.length)
                .filter(i -> shares[i] + settled[i] < least[i])
                .findFirst()
                .orElse(-1);
    }

    private static BigInteger sum(long[] amounts) {
        return Arrays.stream(amounts).mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    }
}
