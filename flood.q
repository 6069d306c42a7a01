q1 0 x 1
