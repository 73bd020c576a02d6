"""Derivatives of functions as values: Jacobians, Hessians and products with them."""
